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
  /// of that one again and nothing else.
  func commands(name: String, tool: () throws -> URL) throws -> [Command] {
    let schemas = files.filter { $0.pathExtension == "igata" }.sorted { $0.path < $1.path }
    guard !schemas.isEmpty else { return [] }
    let configurations = Set(schemas.compactMap { configuration(above: $0.deletingLastPathComponent()) })
    let templates = configurations.flatMap(templates(of:))
    let neighbours = output.appending(path: "swift-files.txt")
    try writeNeighbours(to: neighbours)
    return [
      .buildCommand(
        displayName: "Generating the models of \(name)",
        executable: try tool(),
        arguments: ["generate", "--target", "swift", "--output", path(output), "--beside", path(neighbours), "--"]
          + schemas.map(path),
        inputFiles: schemas + configurations.sorted { $0.path < $1.path } + templates,
        outputFiles: schemas.map { output.appending(path: "\($0.lastPathComponent).swift") })
    ]
  }

  /// Lists the target's own Swift files, whose types must not have the names of models.
  ///
  /// They are no inputs of the command: it need not run when Swift changes. A name that is taken that late, the
  /// compiler reports where it was taken.
  private func writeNeighbours(to list: URL) throws {
    let paths = files.filter { $0.pathExtension == "swift" }.map(path).sorted()
    try Data(paths.map { "\($0)\n" }.joined().utf8).write(to: list)
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

  /// The user's templates that a configuration names. What is wrong with it, igata says at its place.
  private func templates(of configuration: URL) -> [URL] {
    guard let data = try? Data(contentsOf: configuration),
      let settings = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let name = settings["templates"] as? String
    else { return [] }
    let folder = URL(filePath: name, relativeTo: configuration.deletingLastPathComponent()).standardizedFileURL
    let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".mustache") }.sorted().map { folder.appending(path: $0) }
  }
}
