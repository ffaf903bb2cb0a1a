import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema
import IgataSyntax

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
  /// The files with own SQL of the next version, by dialect.
  let own: [String: SourceFile]
  /// The files of each version, in the order of the history.
  private let files: [Files]

  private struct Files {
    var snapshot: SourceFile
    /// The script for each dialect.
    var scripts: [String: SourceFile]
  }

  /// The folder that the configuration names; `nil` if no version was sealed.
  ///
  /// - Throws: If the list of the versions can't be read or has errors, which are reported.
  static func read(_ settings: MigrationSettings, _ console: Console) throws(Failure) -> VersionFolder? {
    try read(settings.folder, console)
  }

  /// The folder with a path; `nil` if it lists no version.
  ///
  /// - Throws: If the list of the versions can't be read or has errors, which are reported.
  static func read(_ root: String, _ console: Console) throws(Failure) -> VersionFolder? {
    let path = PathText.join(root, historyName)
    guard try exists(path) else {
      try requireListed(in: root, History(), SourceFile(name: path, bytes: []), console)
      return nil
    }
    let (history, source) = try readList(path, console)
    try requireListed(in: root, history, source, console)
    guard let newest = history.newest else { return nil }
    var files: [Files] = []
    for version in history.versions {
      let folder = PathText.join(root, version.folder)
      var found = Files(snapshot: try file(PathText.join(folder, snapshotName)), scripts: [:])
      for dialect in version.sums.keys { found.scripts[dialect] = try file(PathText.join(folder, "\(dialect).sql")) }
      files.append(found)
    }
    return VersionFolder(
      path: root, history: history, source: source, newest: newest, own: try ownFiles(in: root), files: files)
  }

  /// Reports the folders with the name of a version that are none of the list, such as one of a merge, or of a seal
  /// that was interrupted.
  private static func requireListed(
    in root: String, _ history: History, _ list: SourceFile, _ console: Console
  ) throws(Failure) {
    let listed = Set(history.versions.map(\.folder))
    // A folder that can't be read has no version that could be lost.
    let entries = (try? FileSystem.entries(of: root)) ?? []
    let folders = entries.filter { entry in
      guard SealedVersion.isFolder(entry.name), !listed.contains(entry.name) else { return false }
      let kind = entry.kind ?? (try? FileSystem.status(of: PathText.join(root, entry.name)).kind)
      return kind == .folder
    }
    try console.report(folders.map(\.name).sorted().map { .unlistedFolder($0) }, in: [list])
  }

  private static func ownFiles(in folder: String) throws(Failure) -> [String: SourceFile] {
    var own: [String: SourceFile] = [:]
    for dialect in scriptDialects {
      let path = PathText.join(folder, OwnSQL.path(of: dialect))
      if try exists(path) { own[dialect] = try file(path) }
    }
    return own
  }

  /// Reads a list of versions. Reports the errors in it, and fails if there are any.
  static func readList(_ path: String, _ console: Console) throws(Failure) -> (history: History, source: SourceFile) {
    let source = try file(path)
    let (history, diagnostics) = readHistory(source, file: 0)
    try console.report(diagnostics, in: [source])
    return (history, source)
  }

  /// The version of a number. Fails if there is none.
  func existing(_ number: Int) throws(Failure) -> SealedVersion {
    guard let version = history.versions.first(where: { $0.number == number }) else {
      throw Failure(.usage, "there is no version \(number); the newest one is \(newest.number) '\(newest.name)'")
    }
    return version
  }

  /// The files on which the generated code depends.
  var inputs: [SourceFile] {
    [source] + files.flatMap { [$0.snapshot] + $0.scripts.sorted { $0.key < $1.key }.map(\.value) }
      + own.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The versions with their scripts for some dialects. Reports those that were changed, and fails if there are any.
  func sealedVersions(in dialects: [String], _ console: Console) throws(Failure) -> SealedVersions {
    let tokens = scriptTokens
    try check(console, tokens)
    var scripts: [String: [VersionScript]] = [:]
    for dialect in dialects {
      for (file, tokens) in zip(files, tokens) {
        guard let source = file.scripts[dialect], let tokens = tokens[dialect] else { continue }
        guard let script = VersionScript(reading: tokens, in: dialect) else {
          throw Failure(
            .negative,
            "'\(visible(source.name))' can't be read: its last statement has no end, or a newer igata wrote it")
        }
        scripts[dialect, default: []].append(script)
      }
    }
    return SealedVersions(history, scripts: scripts, snapshot: plainSnapshot(of: newest), own: try ownSQL(console))
  }

  /// The versions with their scripts for the dialects that are compiled into programs, each of which has one for every
  /// version.
  func embedded(in dialects: [String], _ console: Console) throws(Failure) -> SealedVersions {
    let sealed = try sealedVersions(in: dialects, console)
    for dialect in dialects {
      guard let version = history.versions.first(where: { $0.sums[dialect] == nil }) else { continue }
      throw Failure(
        .negative,
        "version \(version.number) '\(version.name)' has no script for \(dialect), which 'embed' of 'migrations' names"
          + ": it was sealed before 'dialects' had it")
    }
    return sealed
  }

  /// The schema of a version, without what it says about the version before. Reports the errors in it, and fails if
  /// there are any.
  func snapshot(
    of version: SealedVersion, _ console: Console
  ) throws(Failure) -> (schema: Schema, trees: [SyntaxTree], file: SourceFile) {
    try compiled(plainSnapshot(of: version), console)
  }

  /// The file with the schema of a version, without what it says about the version before.
  private func plainSnapshot(of version: SealedVersion) -> SourceFile {
    let file = files[version.number - 1].snapshot
    guard mayHaveStepDeclarations(file.bytes) else { return file }
    return SourceFile(name: file.name, bytes: withoutStepDeclarations(parse(file, file: 0).tree))
  }

  /// The differences between a version and the one before, by what the version says about them; `nil` for the first
  /// version. Reports the errors in both, and fails if there are any.
  func evolution(to version: SealedVersion, _ console: Console) throws(Failure) -> Evolution? {
    guard version.number > 1 else { return nil }
    let former = try snapshot(of: history.versions[version.number - 2], console).schema
    let (schema, _, file) = try declaredSnapshot(of: version, console)
    let evolution = evolve(from: former, to: schema)
    // The reasons of '@allow' are in the schema that was sealed, and nowhere else.
    try console.report(evolution.diagnostics.filter { !evolutionRules.contains($0.kind.id) }, in: [file])
    return evolution
  }

  /// The schema of a version, with what it says about the version before. Reports the errors in it, and fails if there
  /// are any.
  func declaredSnapshot(
    of version: SealedVersion, _ console: Console
  ) throws(Failure) -> (schema: Schema, trees: [SyntaxTree], file: SourceFile) {
    try compiled(files[version.number - 1].snapshot, console)
  }

  private func compiled(
    _ file: SourceFile, _ console: Console
  ) throws(Failure) -> (schema: Schema, trees: [SyntaxTree], file: SourceFile) {
    // A snapshot has all names, so the rules for names of today don't matter.
    let compilation = compile(Sources([file]), through: .schema)
    try console.report(compilation)
    return (compilation.schema, compilation.trees, file)
  }

  private static func exists(_ path: String) throws(Failure) -> Bool {
    do {
      return try FileSystem.existing(path) != nil
    } catch {
      throw .unreadable(path, error)
    }
  }

  private static func file(_ path: String) throws(Failure) -> SourceFile {
    do {
      return SourceFile(name: path, bytes: try FileSystem.read(path))
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// Reports what a list of versions has that this one doesn't begin with.
  ///
  /// - Parameter base: The path of the list.
  func check(against base: String, _ console: Console) throws(Failure) {
    let other = try Self.readList(base, console).history
    try console.report(history.differences(from: other), in: [source])
  }

  /// The tokens of each version's scripts, by dialect.
  private var scriptTokens: [[String: ScriptTokens]] {
    files.map { $0.scripts.mapValues { ScriptTokens($0.bytes) } }
  }

  /// Reports versions that were changed after they were sealed.
  ///
  /// - Parameter tokens: The tokens of each version's scripts; `nil` to read them.
  func check(_ console: Console, _ tokens: [[String: ScriptTokens]]? = nil) throws(Failure) {
    var files: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    var previous: [String: VersionSum] = [:]
    for ((version, file), tokens) in zip(zip(history.versions, self.files), tokens ?? scriptTokens) {
      let snapshot = SnapshotTokens(file.snapshot.bytes)
      for (dialect, sum) in version.sums.sorted(by: { $0.key < $1.key }) {
        guard let script = file.scripts[dialect], let tokens = tokens[dialect] else { continue }
        if VersionSum(after: previous[dialect], snapshot: snapshot, script: tokens) != sum {
          diagnostics.append(.changedVersion(version, file: files.count))
          files.append(script)
        }
        previous[dialect] = sum
      }
    }
    try console.report(diagnostics, in: files)
  }
}
