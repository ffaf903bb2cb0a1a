import IgataDiagnostics
import IgataGeneration

/// What the outputs of a command line depend on, as it is on disk at one moment.
struct WatchedInputs: Equatable {
  /// The schemas, settings and templates, by their paths.
  private(set) var files: [String: FileStatus] = [:]
  /// The folders in which one of them may come or go.
  private(set) var folders: Set<String> = []
  /// Names of files that matter, beside those that are known by their endings.
  private(set) var names: Set<String> = []
  private var walked: Set<FileIdentity> = []

  init(_ invocation: Invocation) {
    var roots = invocation.operands
    if roots.isEmpty {
      roots = Configuration.find(above: ".").map(Self.configuration)?[.schema] ?? ["."]
      addSettings(above: ".")
    }
    for root in roots { addRoot(PathText.withoutTrailingSlashes(root), ending: Inputs.ending) }
    for folder in Set(files.keys.map(PathText.folder)) { addSettings(above: folder) }
    let settings = files.keys.filter { PathText.name($0) == Configuration.fileName }.map(Self.configuration)
    let templates = invocation.text(.templates).map { [$0] } ?? settings.compactMap { $0.value(of: .templates) }
    for root in Set(templates) { addRoot(PathText.withoutTrailingSlashes(root), ending: TemplateSource.ending) }
  }

  static func == (left: WatchedInputs, right: WatchedInputs) -> Bool { left.files == right.files }

  /// Whether a file of that name may be among the files.
  func mayHold(_ name: String) -> Bool {
    PathText.hasEnding(name, Inputs.ending) || PathText.hasEnding(name, TemplateSource.ending)
      || name == Configuration.fileName || names.contains(name)
  }

  /// The folders and the files, for a watch that opens each of them; the folders alone where all are more than there is
  /// room for, as files come and go in them.
  func watchable(upTo room: Int) -> (paths: Set<String>, isComplete: Bool) {
    let all = folders.union(files.keys)
    if all.count <= room { return (all, true) }
    return (Set(folders.sorted().prefix(room)), false)
  }

  /// What a file of settings says, right or wrong: errors are for the round to report.
  private static func configuration(_ path: String) -> Configuration {
    guard let bytes = try? FileSystem.read(path) else { return Configuration() }
    return readConfiguration(SourceFile(name: path, bytes: bytes))
  }

  /// Takes what a name leads to: a file, or all files below a folder.
  private mutating func addRoot(_ path: String, ending: String) {
    guard let status = try? FileSystem.status(of: path) else {
      // It may come back, and the folders above it as well.
      var folder = path
      repeat { folder = PathText.parent(ofFolder: folder) } while (try? FileSystem.status(of: folder)) == nil
      folders.insert(folder)
      names.insert(PathText.name(path))
      return
    }
    if status.kind == .folder {
      folders.insert(PathText.parent(ofFolder: path))
      addFolder(path, ending: ending)
    } else {
      add(path, status)
    }
  }

  private mutating func add(_ path: String, _ status: FileStatus) {
    files[path] = status
    names.insert(PathText.name(path))
    folders.insert(PathText.folder(path))
    // A link stays as it is when what it leads to changes.
    if let target = try? FileSystem.resolved(path) {
      names.insert(PathText.name(target))
      folders.insert(PathText.folder(target))
    }
  }

  private mutating func addFolder(_ path: String, ending: String) {
    var waiting = [path]
    while let folder = waiting.popLast() {
      guard let status = try? FileSystem.status(of: folder), walked.insert(status.identity).inserted else { continue }
      folders.insert(folder)
      for entry in (try? FileSystem.entries(of: folder)) ?? [] where entry.name.utf8.first != UInt8(ascii: ".") {
        let path = PathText.join(folder, entry.name)
        let isWanted = PathText.hasEnding(entry.name, ending) || entry.name == Configuration.fileName
        guard entry.isUTF8, entry.kind != .other, isWanted || entry.kind != .file,
          let status = try? FileSystem.status(of: path)
        else { continue }
        if status.kind == .folder { waiting.append(path) } else if isWanted { add(path, status) }
      }
    }
  }

  /// Takes the settings of a folder and of those above it: the nearest count, and nearer ones may come.
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
