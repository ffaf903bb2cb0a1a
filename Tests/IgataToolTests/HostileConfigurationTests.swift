import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataLint
import IgataSchema
import TestSupport
import Testing

@testable import IgataTool

/// A position in `igata.json` where a text can be.
private struct SettingPosition: Sendable {
  /// The keys that lead there: `names.tables`.
  let name: String
  /// The configuration with a JSON string at the position.
  let configuration: @Sendable (String) -> String
  /// What a text must contain, so that it can be valid.
  let needed: String

  /// All positions. They come from the table of the settings, so that a new one is tested as well.
  static let all = positions(in: ConfigurationSchema.tree, SettingPosition(name: "", configuration: { $0 }, needed: ""))

  private func inside(_ key: String, _ wrap: @escaping @Sendable (String) -> String) -> SettingPosition {
    let configuration = configuration
    return SettingPosition(
      name: name.isEmpty ? key : "\(name).\(key)", configuration: { configuration(wrap($0)) }, needed: needed)
  }

  private func needing(_ text: String) -> SettingPosition {
    SettingPosition(name: name, configuration: configuration, needed: text)
  }

  private static func required(by schema: JSONTree) -> [String] {
    guard case .list(let keys)? = schema.member("required") else { return [] }
    return keys.compactMap { if case .text(let key) = $0 { key } else { nil } }
  }

  private static func positions(in schema: JSONTree, _ position: SettingPosition) -> [SettingPosition] {
    if case .list(let choices)? = schema.member("anyOf") { return choices.flatMap { positions(in: $0, position) } }
    if let element = schema.member("items") { return positions(in: element, position.inside("[]") { "[\($0)]" }) }
    guard case .object(let properties)? = schema.member("properties") else {
      guard schema.member("enum") != nil || schema.member("type") == .text("string") else { return [] }
      let pattern = position.name.contains("table") ? "{model}" : "{field}{key}"
      return [position.needing(schema.member("pattern") == nil ? "" : pattern)]
    }
    return [position.inside("a key") { "{\($0): 1}" }]
      + properties.flatMap { property in
        // The members that the object must have besides.
        let others = required(by: schema).filter { $0 != property.key }
          .map { ", \"\($0)\": \"\($0 == "scope" ? "once" : "x")\"" }.joined()
        return positions(
          in: property.value, position.inside(property.key) { "{\"\(property.key)\": \($0)\(others)}" })
      }
  }
}

extension JSONTree {
  fileprivate func member(_ key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

private let schema = SourceFile(
  name: "a.igata", text: "/// A\nmodel Thing {\n  id: Int64 @primaryKey\n  other: Thing?\n  names: [Thing]\n}\n")

/// The outputs, and the diagnostics, with the settings of a configuration.
private func outcome(of configuration: Configuration) -> (files: [RenderedFile], [Diagnostic], [SourceFile]) {
  let inputs = Inputs([schema], configuration)
  var options = GenerationSettings(Invocation(path: ["generate"]), inputs).options
  options.targets = [.swift, .sql, .outputs]
  options.dialects = Dialect.allCases
  var sources = inputs.sources
  sources.templates = options.outputs.map {
    TemplateSource(name: $0.template, file: SourceFile(name: "\($0.template).mustache", text: "owned"))
  }
  let result = compile(sources, options)
  let run = LintRun(inputs.schemas, LintSettings(configuration), options: ResolveOptions(names: configuration.names))
  return (result.files, result.diagnostics + run.diagnostics, result.sources)
}

/// What is wrong with reports about a text.
private func faults(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [String] {
  TargetParser.terminal(renderText(diagnostics, files: files, color: false))
    + TargetParser.json([renderJSON(diagnostics, files: files)])
    + TargetParser.gitHub(renderGitHub(diagnostics, files: files))
    + TargetParser.xml(renderJUnit(diagnostics, files: files, title: "a"))
    + TargetParser.json([
      renderSARIF(diagnostics.map { ReportedDiagnostic($0) }, files: files, kinds: [], version: "1")
    ])
}

/// A text of a configuration is refused with a message that controls nothing, or stays a text in the outputs.
@Test func settingsStayTexts() throws {
  var random = SplitMix64(seed: 46)
  var swift: Set<String> = []
  var sql: [Dialect: Set<String>] = [:]
  var accepted: Set<String> = []
  for (index, position) in SettingPosition.all.enumerated() {
    let texts = [HostileText.known[index % HostileText.known.count]] + (0..<3).map { _ in HostileText.drawn(&random) }
    for text in texts {
      let string = JSONText.quoted(text.text + position.needed)
      for json in [string, string.dropLast() + #"\ud83d""#] {
        let source = SourceFile(name: "igata.json", text: position.configuration(String(json)))
        let configuration = readConfiguration(source)
        #expect(faults(configuration.diagnostics, in: [source]) == [], "\(position.name)")
        guard configuration.diagnostics.isEmpty else { continue }
        accepted.insert(position.name)
        let (files, diagnostics, sources) = outcome(of: configuration)
        #expect(faults(diagnostics, in: sources) == [], "\(position.name)")
        for file in files where String(decoding: file.bytes, as: UTF8.self).contains("owned") {
          #expect(PathText.staysBelow(file.path) && TargetParser.terminal(file.path) == [], "\(position.name)")
          let content = String(decoding: file.bytes, as: UTF8.self)
          if file.path.hasSuffix(".swift") { swift.insert(content) }
          for dialect in Dialect.allCases where file.path.hasSuffix(".\(dialect.rawValue).sql") {
            sql[dialect, default: []].insert(content)
          }
        }
      }
    }
  }
  let names = ["names.tables", "names.foreignKeys", "outputs.[].template", "schema", "$schema"]
  #expect(accepted.isSuperset(of: names), "\(accepted.sorted())")
  #expect(try TargetParser.swift(Array(swift)) == [])
  #expect(try TargetParser.sqlite(Array(sql[.sqlite] ?? [])) == [])
  if let server = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"] {
    #expect(try TargetParser.postgresql(Array(sql[.postgresql] ?? []), on: server) == [])
  }
}
