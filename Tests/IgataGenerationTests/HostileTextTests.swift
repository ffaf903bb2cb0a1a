import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

extension HostileText {
  /// The text as a literal of the schema language.
  fileprivate var literal: String { stringLiteral(text) }

  /// The text as a comment, which can contain everything but a line feed.
  fileprivate var comment: String { "/// " + text.replacing("\n", with: "\r") }
}

/// A position in a schema or its configuration where a text can be.
struct TextPosition: Sendable {
  let name: String
  var schema: @Sendable (HostileText) -> String

  /// The attributes of the language come from its table, so that a new one is tested as well.
  static let all = attributes + literals + others

  private static let attributes: [TextPosition] = AttributeKind.allCases.flatMap { kind in
    kind.targets.map { target in
      TextPosition(name: "@\(kind.rawValue) on \(target.rawValue)") { text in
        declaration(of: target, attribute(kind, text), type(for: kind))
      }
    }
  }

  /// The attribute with the text wherever its form permits one.
  private static func attribute(_ kind: AttributeKind, _ text: HostileText) -> String {
    let text = text.literal
    let arguments =
      switch kind.argumentForm {
      case .none: ""
      case .sqlName, .text: "(\(text))"
      case .sqlNames: kind == .joinTable ? "(\(text), \"x\(text.dropFirst()), \"y\(text.dropFirst()))" : "(\(text))"
      case .swiftType: "(\(text), import: \(text))"
      case .formerNames: "(from: \(text))"
      case .backfill: "(sql: \(text))"
      case .rules: "(optional-bool, \(text))"
      case .storedForm: "(as: native(\(text)))"
      case .field, .fields, .deleteRule, .updateRule, .length, .range, .precision: "(\(text))"
      }
    return "@\(kind.rawValue)\(arguments)"
  }

  private static func type(for kind: AttributeKind) -> String {
    switch kind.requirement {
    case .columns, .relation, .storedRelation, .reference, .inverse: "B"
    case .ownedModelList: "[B]"
    case .number, .changingInteger: "Int64"
    case .decimal: "Decimal(10, 2)"
    case .changingDate: "Date"
    case .unique, .indexable, .column, .string, .external, nil: "String"
    case .onlyRead: "String?"
    }
  }

  private static func declaration(of target: AttributeKind.Target, _ attribute: String, _ type: String) -> String {
    let model = "model B {\n  id: Int64 @primaryKey\n}\n"
    return switch target {
    case .modelField: "\(model)model A \(attribute.hasPrefix("@stored") ? "@external " : ""){\n  id: Int64 @primaryKey\n  x: \(type) \(attribute)\n}\n"
    case .structField: "struct S {\n  x: \(type) \(attribute)\n}\nmodel A {\n  id: Int64 @primaryKey\n  s: S\n}\n"
    case .model: "model A \(attribute) {\n  id: Int64 @primaryKey\n}\n"
    case .structure: "struct S \(attribute) {\n  x: String\n}\nmodel A {\n  id: Int64 @primaryKey\n  s: S\n}\n"
    case .newtype: "type N = String \(attribute)\nmodel A {\n  id: Int64 @primaryKey\n  n: N\n}\n"
    case .enumeration: "enum E: String \(attribute) {\n  case a\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .a\n}\n"
    case .enumCase: "enum E: String {\n  case a\n  case b \(attribute)\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .b\n}\n"
    }
  }

  private static let literals: [TextPosition] = [
    ("a default", "x: String = TEXT"), ("a default of a list", "x: [String] = [TEXT]"),
    ("a default of an optional", "x: String? = TEXT"), ("JSON", "x: JSON = TEXT"),
    ("a check", "x: String\n  check(x != TEXT)"), ("a named check", "x: Int64\n  check(x > 1, name: TEXT)"),
    ("SQL of a check", "x: Int64\n  check(sql: TEXT)"), ("SQL of a default", "x: String = sql(TEXT)"),
    ("the name of an index", "x: String\n  index(x, name: TEXT)"),
    ("the condition of an index", "x: String\n  index(x) where x == TEXT"),
    ("the condition of a unique", "x: String\n  unique(x) where x != TEXT"),
    ("a list in a condition", "x: String\n  check([TEXT, \"b\"].contains(x))"),
    ("a reserved name", "x: String\n  reserved TEXT"),
  ].map { name, member in
    TextPosition(name: name) { text in
      "model A {\n  id: Int64 @primaryKey\n  \(member.replacing("TEXT", with: text.literal))\n}\n"
    }
  }

  private static let others: [TextPosition] = [
    TextPosition(name: "a raw value") { text in
      "enum E: String {\n  case a = \(text.literal)\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .a\n}\n"
    },
    TextPosition(name: "documentation") { text in
      """
      \(text.comment)
      enum E: String {
        \(text.comment)
        case a
      }
      \(text.comment)
      type N = String
      \(text.comment)
      struct S {
        \(text.comment)
        x: N
      }
      \(text.comment)
      model A {
        \(text.comment)
        id: Int64 @primaryKey
        e: E = .a
        s: S
      }

      """
    },
  ]

  /// The position in a file whose names are no other file's.
  ///
  /// - Parameter index: The index of the file.
  func file(_ text: HostileText, _ index: Int) -> String {
    let source = schema(HostileText("\(Self.mark)\(text.text)"))
    let names = source.replacing(/\b(model|struct|enum|type) ([A-Z])\b/) { "\($0.1) \($0.2)\(index)" }
    return names.replacing(/: (\[?)([A-Z])\b/) { ": \($0.1)\($0.2)\(index)" }.replacing(Self.mark, with: "\(index)")
  }

  /// Becomes the index of the file, so that the names of tables and indexes differ.
  private static let mark = "\u{F8FF}"
}

/// A round, in which each position has a text.
private struct Round {
  var sources: [SourceFile] = []
  let folder: String
  /// The positions that permit their text.
  private(set) var accepted: Set<String> = []
  private(set) var refusals: [(diagnostics: [Diagnostic], files: [SourceFile])] = []

  init(_ number: Int) {
    var random = SplitMix64(seed: UInt64(number))
    for (index, position) in TextPosition.all.enumerated() {
      // The known texts take turns.
      let known = HostileText.known[(index + number / 2) % HostileText.known.count]
      let text = number.isMultiple(of: 2) ? known : HostileText.drawn(&random)
      let name = number.isMultiple(of: 2) ? "" : HostileText.drawn(&random).name
      sources.append(SourceFile(name: "\(index)\(name).igata", text: position.file(text, index)))
    }
    folder = HostileText.drawn(&random).text
  }

  /// The outputs of the positions that permit their text.
  mutating func outputs(_ targets: [Target]) -> Compilation {
    while true {
      let options = GenerationOptions(targets: targets, dialects: Dialect.allCases, folder: folder)
      let result = compile(Sources(sources), options)
      if result.isValid {
        accepted = Set(sources.compactMap { Int($0.name.prefix { $0.isNumber }) }.map { TextPosition.all[$0].name })
        return result
      }
      let wrong = Set(result.diagnostics.filter { $0.severity == .error }.map(\.range.file))
      refusals.append((result.diagnostics, result.sources))
      let rest = sources.indices.filter { !wrong.contains($0) }.map { sources[$0] }
      if rest.count == sources.count { return result }
      sources = rest
    }
  }
}

private func texts(_ files: [RenderedFile], _ ending: String) -> [String] {
  files.filter { $0.path.hasSuffix(ending) }.map { String(decoding: $0.bytes, as: UTF8.self) }
    .filter { $0.contains("owned") }
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

/// No text of a schema, a file name or a folder name becomes code of the languages that are generated.
@Test(.timeLimit(.minutes(5)), arguments: 0..<4)
func textsStayTexts(_ number: Int) throws {
  var round = Round(number)
  let result = round.outputs([.swift, .sql])
  #expect(result.isValid, "\(renderText(result.diagnostics, files: result.sources, color: false))")
  // Most attributes permit no text, or not on each kind of declaration.
  #expect(round.accepted.count > 10, "\(round.accepted)")
  var files = result.files
  for format in DocsFormat.allCases {
    files += document(result, Sources(round.sources), DocsOptions(format: format, title: round.folder)).files
  }
  for target in [Target.citus, .realm, .swiftdata] { files += round.outputs([target]).files }
  #expect(try TargetParser.swift(texts(files, ".swift")) == [])
  #expect(try TargetParser.sqlite(texts(files, ".sqlite.sql")) == [])
  if let server = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"] {
    #expect(try TargetParser.postgresql(texts(files, ".postgresql.sql"), on: server) == [])
  }
  let json = schemaJSON(result.schema, files: result.sources)
  #expect(TargetParser.json([String(decoding: json, as: UTF8.self)]) == [])
  let text = SourceFile(name: "schema.igata", text: schemaText(result.schema))
  let again = compile(Sources([text]), through: .schema)
  #expect(again.isValid, "\(renderText(again.diagnostics, files: [text], color: false))")
  #expect(texts(files, ".html").flatMap(TargetParser.html) == [])
  #expect(texts(files, ".svg").flatMap(TargetParser.xml) == [])
  for (format, reader) in docsReaders {
    #expect(texts(files, ".\(format.ending)").flatMap(reader) == [], "\(format)")
  }
  for refusal in round.refusals { #expect(faults(refusal.diagnostics, in: refusal.files) == []) }
}

private let docsReaders: [(format: DocsFormat, reader: @Sendable (String) -> [String])] = [
  (.dot, TargetParser.dot), (.d2, TargetParser.d2), (.dbml, TargetParser.dbml), (.mermaid, TargetParser.mermaid),
  (.markdown, TargetParser.markdown),
]

/// The readers know every line of the samples, and find what a text would become without its escapes.
@Test(arguments: docsReaders.indices) func textsWithoutEscapesAreFound(_ index: Int) throws {
  let (format, reader) = docsReaders[index]
  let text = "a\"]; owned [label=\"<b>\nowned: |md `b` | $c '); %%{owned}%%\n+ owned\n"
  let source = SourceFile(name: "a.igata", text: "/// `a` <b>\nmodel A {\n  id: Int64 @primaryKey\n}\n")
  let sources = Sources([source, SourceFile(name: "b.igata", text: "enum B {\n  case a\n}\n")])
  let page = document(compile(sources, through: .schema), sources, DocsOptions(format: format, title: "TITLE"))
  let content = page.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  #expect(reader(content) == [] && !content.isEmpty)
  #expect(reader(content + text) != [])
}
