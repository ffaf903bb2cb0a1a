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
  let newest: SealedVersion
  /// The schema of the newest version.
  let newestSnapshot: SourceFile

  /// The folder that the configuration names; `nil` if no version was sealed.
  ///
  /// - Throws: If the list of the versions can't be read or has errors, which are reported.
  static func read(_ settings: MigrationSettings, _ console: Console) throws(Failure) -> VersionFolder? {
    let path = PathText.join(settings.folder, historyName)
    do {
      guard try FileSystem.existing(path) != nil else { return nil }
    } catch {
      throw .unreadable(path, error)
    }
    let (history, source) = try readList(path, console)
    guard let newest = history.newest else { return nil }
    return VersionFolder(
      path: settings.folder, history: history, source: source, newest: newest,
      newestSnapshot: try file(snapshotPath(of: newest, in: settings.folder)))
  }

  /// Reads a list of versions. Reports the errors in it, and fails if there are any.
  static func readList(_ path: String, _ console: Console) throws(Failure) -> (history: History, source: SourceFile) {
    let source = try file(path)
    let (history, diagnostics) = readHistory(source, file: 0)
    try console.report(diagnostics, in: [source])
    return (history, source)
  }

  /// A version of a number; `nil` if there is none.
  func version(_ number: Int) -> SealedVersion? { history.versions.first { $0.number == number } }

  private static func snapshotPath(of version: SealedVersion, in folder: String) -> String {
    PathText.join(PathText.join(folder, version.folder), snapshotName)
  }

  /// The files on which the generated code depends.
  var inputs: [SourceFile] { [source, newestSnapshot] }

  /// The schema of a version. Reports the errors in it, and fails if there are any.
  func snapshot(of version: SealedVersion, _ console: Console) throws(Failure) -> (schema: Schema, file: SourceFile) {
    let file = try snapshotFile(of: version)
    // A snapshot has all names, so the rules for names of today don't matter.
    let compilation = compile(Sources([file]), through: .schema)
    try console.report(compilation)
    return (compilation.schema, file)
  }

  private func snapshotFile(of version: SealedVersion) throws(Failure) -> SourceFile {
    version == newest ? newestSnapshot : try Self.file(Self.snapshotPath(of: version, in: path))
  }

  private static func file(_ path: String) throws(Failure) -> SourceFile {
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
      let snapshot = try snapshotFile(of: version)
      for (dialect, sum) in version.sums.sorted(by: { $0.key < $1.key }) {
        let script = try Self.file(PathText.join(PathText.join(path, version.folder), "\(dialect).sql"))
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
