import Foundation
import PackagePlugin

/// The build commands that generate code for one target.
struct Generation {
  /// All files of the target.
  let files: [URL]
  /// The output folder, which belongs to this target only.
  let output: URL

  /// One command for all schemas, because they form one namespace: models can refer to the declarations of other files.
  ///
  /// The command doesn't touch files whose content is unchanged, so that a change of one schema recompiles only its
  /// outputs. The target's Swift files are inputs too, because their types must not have the names of models. If
  /// nothing relevant has changed, igata finishes within milliseconds.
  func commands(name: String, tool: () throws -> URL) throws -> [Command] {
    let found = files.filter { $0.pathExtension == "igata" }.sorted { $0.path < $1.path }
    let configurations = Set(found.compactMap { nearest("igata.json", to: $0) })
    let versions = versionFolders(of: found, configurations).sorted { $0.path < $1.path }
    // Sealed versions are no schemas of the target, even if they are in its folder.
    let schemas = found.filter { schema in !versions.contains { path(schema).hasPrefix(path($0)) } }
    guard !schemas.isEmpty else { return [] }
    let templates = configurations.flatMap(templates(of:))
    let kinds = Kind.wanted(by: configurations.compactMap { settings($0)["target"] })
    let schemaName = configurations.lazy.compactMap { settings($0)["schemaName"] as? String }.first
    let outputs = OutputPaths(
      schemas, schemaName: schemaName, target: name, hasVersions: versions.contains(where: hasVersions))
    let siblings = files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    let list = output.appending(path: "swift-files.txt")
    try Data(siblings.map { "\(path($0))\n" }.joined().utf8).write(to: list, options: .atomic)
    // In steps, as one expression takes the compiler a third of a second, in every build from nothing.
    var arguments = ["generate", "--target", kinds.map(\.rawValue).joined(separator: ","), "--output", path(output)]
    if let name = outputs.schemaName { arguments += ["--schema-name", name] }
    arguments += ["--sources", path(list), "--"]
    arguments += schemas.map(path)
    var inputs = schemas
    inputs += configurations.sorted { $0.path < $1.path }
    inputs += templates
    inputs += siblings
    inputs += versions.flatMap(versionFiles)
    return [
      .buildCommand(
        displayName: "Generating the models of \(name)", executable: try tool(), arguments: arguments,
        inputFiles: inputs, outputFiles: kinds.flatMap(outputs.files).map { output.appending(path: $0) })
    ]
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  /// The file of a name in the folder of a schema, or in the nearest folder above.
  private func nearest(_ name: String, to schema: URL) -> URL? {
    var folder = schema.deletingLastPathComponent().standardizedFileURL
    while true {
      let file = folder.appending(path: name)
      if FileManager.default.fileExists(atPath: path(file)) { return file }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      if path(parent) == path(folder) || path(parent).isEmpty { return nil }
      folder = parent
    }
  }

  private func settings(_ configuration: URL) -> [String: Any] {
    // igata reports a pipe, which would be read without end here, and a file that fills the memory.
    let found = try? configuration.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    guard found?.isRegularFile == true, let size = found?.fileSize, size <= 256 << 20,
      let data = try? Data(contentsOf: configuration)
    else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data) as? [String: Any]) ?? [:]
  }

  /// The folders of the sealed versions. Without an `igata.json`, it is one above the schemas.
  private func versionFolders(of schemas: [URL], _ configurations: Set<URL>) -> Set<URL> {
    if !configurations.isEmpty { return Set(configurations.map(versionFolder)) }
    let lists = schemas.compactMap { nearest("Migrations/history", to: $0) }
    return Set(lists.map { URL(filePath: path($0.deletingLastPathComponent()), directoryHint: .isDirectory) })
  }

  /// The folder of the sealed versions that a configuration names, with a slash at its end.
  private func versionFolder(of configuration: URL) -> URL {
    let section = settings(configuration)["migrations"] as? [String: Any]
    let name = section?["folder"] as? String ?? "Migrations"
    return URL(filePath: name, directoryHint: .isDirectory, relativeTo: configuration.deletingLastPathComponent())
      .standardizedFileURL
  }

  /// Whether a folder has a list of sealed versions with one in it.
  private func hasVersions(in folder: URL) -> Bool {
    let list = (try? String(contentsOf: folder.appending(path: "history"), encoding: .utf8)) ?? ""
    return list.split(whereSeparator: \.isNewline).contains { line in
      line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    }
  }

  /// The paths of the files in a folder and its subfolders. There is a limit, as a configuration can name any folder.
  /// igata reports one that it must not name.
  private func names(in folder: URL) -> [String] {
    FileManager.default.enumerator(atPath: path(folder))?.prefix(100_000).compactMap { $0 as? String } ?? []
  }

  /// The files of the sealed versions that the command reads.
  private func versionFiles(in folder: URL) -> [URL] {
    let read = names(in: folder).filter { $0 == "history" || $0.hasSuffix("/schema.igata") || $0.hasSuffix(".sql") }
    return read.sorted().map { folder.appending(path: $0) }
  }

  /// The custom templates that a configuration names. igata reports errors in the configuration.
  private func templates(of configuration: URL) -> [URL] {
    guard let name = settings(configuration)["templates"] as? String else { return [] }
    let folder = URL(filePath: name, relativeTo: configuration.deletingLastPathComponent()).standardizedFileURL
    return names(in: folder).filter { $0.hasSuffix(".mustache") }.sorted().map { folder.appending(path: $0) }
  }
}

/// A kind of Swift output.
enum Kind: String, CaseIterable {
  case swift, realm, swiftdata

  /// The kinds in the setting `target`, or igata's own Swift if it has none.
  static func wanted(by settings: [Any]) -> [Kind] {
    let names = settings.flatMap { ($0 as? [String]) ?? ($0 as? String).map { $0.components(separatedBy: ",") } ?? [] }
    let kinds = allCases.filter { names.contains($0.rawValue) }
    return kinds.isEmpty ? [.swift] : kinds
  }
}
