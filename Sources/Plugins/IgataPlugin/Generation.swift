import Foundation
import PackagePlugin

/// What there is to generate for one target.
struct Generation {
  /// All files of the target.
  let files: [URL]
  /// The folder of the target.
  let folder: URL
  /// Where the outputs go: a folder that is the target's alone.
  let output: URL

  /// One command for all schemas, as they form one namespace: what one declares, the models of another refer to.
  ///
  /// The command leaves files alone whose content does not change, so that a change of one schema compiles what comes
  /// of that one again and nothing else. The target's own Swift files are inputs as well, as their types must not have
  /// the names of models: igata finds within milliseconds that nothing else has changed.
  func commands(name: String, tool: () throws -> URL) throws -> [Command] {
    let schemas = files.filter { $0.pathExtension == "igata" }.sorted { $0.path < $1.path }
    guard !schemas.isEmpty else { return [] }
    let configurations = Set(schemas.compactMap { configuration(above: $0.deletingLastPathComponent()) })
    let templates = configurations.flatMap(templates(of:))
    let kinds = Kind.wanted(by: configurations.compactMap { settings($0)["target"] })
    let schemaName = configurations.lazy.compactMap { settings($0)["schemaName"] as? String }.first
    let outputs = OutputPaths(schemas, schemaName: schemaName, target: name)
    let neighbours = files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    let list = output.appending(path: "swift-files.txt")
    try Data(neighbours.map { "\(path($0))\n" }.joined().utf8).write(to: list)
    return [
      .buildCommand(
        displayName: "Generating the models of \(name)",
        executable: try tool(),
        arguments: [
          "generate", "--target", kinds.map(\.rawValue).joined(separator: ","), "--output", path(output),
        ] + (outputs.schemaName.map { ["--schema-name", $0] } ?? []) + ["--beside", path(list), "--"]
          + schemas.map(path),
        inputFiles: schemas + configurations.sorted { $0.path < $1.path } + templates + neighbours,
        outputFiles: kinds.flatMap(outputs.files).map { output.appending(path: $0) })
    ]
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  /// The `igata.json` that holds for the schemas of a folder: there or in the nearest folder above.
  private func configuration(above folder: URL) -> URL? {
    var folder = folder.standardizedFileURL
    while true {
      let file = folder.appending(path: "igata.json")
      if FileManager.default.fileExists(atPath: path(file)) { return file }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      if path(parent) == path(folder) || path(parent).isEmpty { return nil }
      folder = parent
    }
  }

  private func settings(_ configuration: URL) -> [String: Any] {
    guard let data = try? Data(contentsOf: configuration) else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data) as? [String: Any]) ?? [:]
  }

  /// The user's templates that a configuration names. What is wrong with it, igata says at its place.
  private func templates(of configuration: URL) -> [URL] {
    guard let name = settings(configuration)["templates"] as? String else { return [] }
    let folder = URL(filePath: name, relativeTo: configuration.deletingLastPathComponent()).standardizedFileURL
    let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".mustache") }.sorted().map { folder.appending(path: $0) }
  }
}

/// A kind of Swift that igata writes.
enum Kind: String, CaseIterable {
  case swift, realm, swiftdata

  /// Those that the setting `target` names; igata's own Swift where it names none.
  static func wanted(by settings: [Any]) -> [Kind] {
    let names = settings.flatMap { ($0 as? [String]) ?? ($0 as? String).map { $0.components(separatedBy: ",") } ?? [] }
    let kinds = allCases.filter { names.contains($0.rawValue) }
    return kinds.isEmpty ? [.swift] : kinds
  }
}
