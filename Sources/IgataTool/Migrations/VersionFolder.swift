import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema

/// The folder of the sealed versions of a schema.
struct VersionFolder {
  /// The name of the file that lists the versions.
  static let historyName = "history"
  static let snapshotName = "schema.igata"

  /// The path of the folder.
  let path: String
  let history: History
  /// The file that lists the versions.
  let source: SourceFile

  /// The folder that the configuration names; `nil` if no version was sealed.
  ///
  /// - Throws: If the list of the versions can't be read or has errors, which are reported.
  static func read(_ settings: MigrationSettings, _ console: Console) throws(Failure) -> VersionFolder? {
    let path = PathText.join(settings.folder, historyName)
    let bytes: [UInt8]
    do {
      guard try FileSystem.existing(path) != nil else { return nil }
      bytes = try FileSystem.read(path)
    } catch {
      throw .unreadable(path, error)
    }
    let source = SourceFile(name: path, bytes: bytes)
    let (history, diagnostics) = readHistory(source, file: 0)
    try console.report(diagnostics, in: [source])
    return history.versions.isEmpty ? nil : VersionFolder(path: settings.folder, history: history, source: source)
  }

  /// A version of a number; `nil` if there is none.
  func version(_ number: Int) -> SealedVersion? { history.versions.first { $0.number == number } }

  func snapshotPath(of version: SealedVersion) -> String {
    PathText.join(PathText.join(path, version.folder), Self.snapshotName)
  }

  /// The paths of the files on which the generated code depends.
  var inputs: [String] { [source.name] + (history.newest.map { [snapshotPath(of: $0)] } ?? []) }

  /// The list of the versions, and the schema of the newest one.
  func newestFiles() throws(Failure) -> [SourceFile] {
    guard let newest = history.newest else { return [source] }
    return [source, try file(snapshotPath(of: newest))]
  }

  /// The schema of a version. Reports the errors in it, and fails if there are any.
  func snapshot(of version: SealedVersion, _ console: Console) throws(Failure) -> (schema: Schema, file: SourceFile) {
    let file = try file(snapshotPath(of: version))
    // A snapshot has all names, so the rules for names of today don't matter.
    let compilation = compile(Sources([file]), through: .schema)
    try console.report(compilation)
    return (compilation.schema, file)
  }

  private func file(_ path: String) throws(Failure) -> SourceFile {
    do {
      return SourceFile(name: path, bytes: try FileSystem.read(path))
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// Reports versions that were changed after they were sealed.
  func check(_ console: Console) throws(Failure) {
    var files: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    var previous: [String: VersionSum] = [:]
    for version in history.versions {
      let snapshot = try file(snapshotPath(of: version))
      for (dialect, sum) in version.sums.sorted(by: { $0.key < $1.key }) {
        let script = try file(PathText.join(PathText.join(path, version.folder), "\(dialect).sql"))
        if VersionSum(after: previous[dialect], snapshot: snapshot.bytes, script: script.bytes) != sum {
          diagnostics.append(.changedVersion(version, file: files.count))
          files.append(script)
        }
        previous[dialect] = sum
      }
    }
    try console.report(diagnostics, in: files)
  }
}
