import IgataDiagnostics
import IgataEvolution
import IgataGeneration

/// A snapshot of the files that the outputs of a command line depend on.
struct WatchedInputs: Equatable {
  /// The status of the schemas, settings and templates, by path.
  private(set) var files: [String: FileStatus] = [:]
  /// The folders in which such files may be added or removed.
  private(set) var folders: Set<String> = []
  /// Names of relevant files, in addition to those with a known extension.
  private(set) var names: Set<String> = []

  init(_ invocation: Invocation) {
    var roots = invocation.operands
    if roots.isEmpty {
      roots = Configuration.find(above: ".").map(Self.configuration)?[.schema] ?? ["."]
      addSettings(above: ".")
    }
    for root in roots { addRoot(PathText.withoutTrailingSlashes(root), ending: Inputs.ending) }
    let schemas = Set(files.keys.map(PathText.folder))
    for folder in schemas { addSettings(above: folder) }
    let settings = files.keys.filter { PathText.name($0) == Configuration.fileName }.map(Self.configuration)
    let templates = invocation.text(.templates).map { [$0] } ?? settings.compactMap { $0.value(of: .templates) }
    for root in Set(templates) { addRoot(PathText.withoutTrailingSlashes(root), ending: TemplateSource.ending) }
    let migrations = settings.isEmpty ? [MigrationSettings(above: schemas.sorted())] : settings.map(\.migrations)
    for folder in Set(migrations.map(\.folder)) { addVersions(in: folder) }
  }

  static func == (left: WatchedInputs, right: WatchedInputs) -> Bool { left.files == right.files }

  /// Whether a file with that name may be relevant.
  func mayHold(_ name: String) -> Bool {
    PathText.hasEnding(name, Inputs.ending) || PathText.hasEnding(name, TemplateSource.ending)
      || name == Configuration.fileName || names.contains(name)
  }

  /// The folders and files to watch, for an implementation that opens each of them. If there are more than `room`, only
  /// the folders, which still detects added and removed files.
  func watchable(upTo room: Int) -> (paths: Set<String>, isComplete: Bool) {
    let all = folders.union(files.keys)
    if all.count <= room { return (all, true) }
    return (Set(folders.sorted().prefix(room)), false)
  }

  /// The configuration of a settings file. Its errors are reported when the outputs are generated.
  private static func configuration(_ path: String) -> Configuration {
    guard let bytes = try? FileSystem.read(path) else { return Configuration() }
    return readConfiguration(SourceFile(name: path, bytes: bytes))
  }

  /// Adds a file, or all relevant files in a folder and its subfolders.
  private mutating func addRoot(_ path: String, ending: String) {
    guard let status = try? FileSystem.status(of: path) else { return addMissing(path) }
    if status.kind == .folder {
      folders.insert(PathText.parent(ofFolder: path))
      addFolder(path, ending: ending)
    } else {
      add(path, status)
    }
  }

  /// Adds the list of sealed versions, which each new one changes, and own SQL of the next version. Both may be added
  /// later.
  private mutating func addVersions(in folder: String) {
    guard (try? FileSystem.status(of: folder)) != nil else { return addMissing(folder) }
    folders.formUnion([folder, PathText.parent(ofFolder: folder)])
    names.insert(PathText.name(folder))
    for path in [VersionFolder.historyName] + scriptDialects.map(OwnSQL.path) {
      let path = PathText.join(folder, path)
      names.insert(PathText.name(PathText.folder(path)))
      names.insert(PathText.name(path))
      if let status = try? FileSystem.status(of: path) { add(path, status) }
    }
  }

  /// Adds a file or folder that may be created, and so may the folders above it.
  private mutating func addMissing(_ path: String) {
    var folder = path
    repeat {
      names.insert(PathText.name(folder))
      folder = PathText.parent(ofFolder: folder)
    } while (try? FileSystem.status(of: folder)) == nil
    folders.insert(folder)
  }

  private mutating func add(_ path: String, _ status: FileStatus) {
    files[path] = status
    names.insert(PathText.name(path))
    folders.insert(PathText.folder(path))
    // The status of a link doesn't change when its target changes.
    if let target = try? FileSystem.resolved(path) {
      names.insert(PathText.name(target))
      folders.insert(PathText.folder(target))
    }
  }

  private mutating func addFolder(_ path: String, ending: String) {
    let bound = LinkBound(path, below: nil)
    var waiting = [path]
    var walked: Set<FileIdentity> = []
    while let folder = waiting.popLast() {
      guard let status = try? FileSystem.status(of: folder), walked.insert(status.identity).inserted else { continue }
      folders.insert(folder)
      for entry in (try? FileSystem.entries(of: folder)) ?? [] where entry.name.utf8.first != UInt8(ascii: ".") {
        let path = PathText.join(folder, entry.name)
        let isWanted = PathText.hasEnding(entry.name, ending) || entry.name == Configuration.fileName
        guard entry.isUTF8, entry.kind != .other, isWanted || entry.kind != .file,
          let status = try? FileSystem.status(of: path), entry.kind != nil || bound.contains(path)
        else { continue }
        if status.kind == .folder { waiting.append(path) } else if isWanted { add(path, status) }
      }
    }
  }

  /// Adds the settings of a folder and of the folders above. The nearest file is used, and a nearer one may be added.
  private mutating func addSettings(above folder: String) {
    var folder = folder
    var last: FileIdentity?
    while let identity = try? FileSystem.status(of: folder).identity, identity != last {
      folders.insert(folder)
      let path = PathText.join(folder, Configuration.fileName)
      if let status = try? FileSystem.status(of: path) { files[path] = status }
      last = identity
      folder = PathText.parent(ofFolder: folder)
    }
  }
}
