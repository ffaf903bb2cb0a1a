import IgataDiagnostics
import IgataGeneration

/// What a run finds in its output folder, set against what it wants there.
struct OutputFolder {
  /// Files that are to be made, replaced or removed, in the order of their paths.
  private(set) var changes: [FileChange] = []
  /// Files that igata wrote, no longer would, and that were changed since: they belong to their user now.
  private(set) var keptOrphans: [String] = []
  /// Files that stand where outputs belong, and that igata did not write.
  private(set) var foreignFiles: [String] = []

  private let root: String
  private let oldManifest: FileChange?
  private let known: Manifest
  private var wanted = Manifest()
  /// What the files hold that are to be replaced, where igata wrote it.
  private var replaced: [String: ContentHash] = [:]

  /// Compares the folder `root`, which need not exist, with `files`.
  ///
  /// - Parameter inputs: What the files are made from, if that alone says all about them.
  init(_ root: String, wanted files: [RenderedFile], madeFrom inputs: ContentHash? = nil) throws(Failure) {
    self.root = root
    wanted.inputs = inputs
    oldManifest = try Self.readManifest(root)
    known = oldManifest?.before.flatMap { Manifest($0) } ?? Manifest()
    for file in files { wanted.files[file.path] = ContentHash(file.bytes) }
    let identities = known.files.keys.compactMap { wanted.files[$0] == nil ? identity(of: $0) : nil }
    for file in files { try compare(file, renamed: Set(identities)) }
    try compareOrphans()
    changes.sort { PathText.isOrdered($0.path, $1.path) }
  }

  private static func readManifest(_ root: String) throws(Failure) -> FileChange? {
    let path = PathText.join(root, Manifest.fileName)
    guard let bytes = try content(of: path) else { return nil }
    guard Manifest(bytes) != nil else {
      throw Failure(
        .unwritableOutput,
        "'\(visible(path))' is not a list that this igata wrote, so it can't tell its files from "
          + "others there; remove it, and the files that igata is to write anew")
    }
    return FileChange(path: path, before: bytes, after: nil)
  }

  private static func content(of path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemFault) {
      guard let status = try FileSystem.existing(path, followingLinks: false) else { return nil }
      // A link that leads nowhere is something all the same, and not igata's.
      if status.kind == .link, try FileSystem.existing(path) == nil { return [] }
      if status.kind == .other { throw SystemFault.notAFile }
      return try FileSystem.read(path)
    } catch {
      throw Failure(.unwritableOutput, "can't read '\(visible(path))', which is to be compared: \(error.reason)")
    }
  }

  /// Files in the folder that nobody wants there, whoever wrote them; hidden ones do not count.
  var extraFiles: [String] {
    let wantedPaths = Set(wanted.files.keys.map(path))
    return FileSearch.find([root], ending: "").paths.filter { !wantedPaths.contains($0) }
  }

  /// Where files are, or were when the list of them was written.
  var folders: Set<String> { known.folders(below: root).union(wanted.folders(below: root)) }

  private func path(_ file: String) -> String { PathText.join(root, file) }

  private func identity(of file: String) -> FileIdentity? {
    (try? FileSystem.status(of: path(file), followingLinks: false))?.identity
  }

  private func mode(of file: String) -> UInt32? { (try? FileSystem.status(of: path(file)))?.mode }

  /// - Parameter renamed: Files that igata wrote under names it no longer uses. Where a disk does not tell case apart,
  ///   one of them may be the file of the new name.
  private mutating func compare(_ file: RenderedFile, renamed: Set<FileIdentity>) throws(Failure) {
    let path = path(file.path)
    let before = try Self.content(of: path)
    guard before != file.bytes else { return }
    if before != nil, known.files[file.path] == nil, identity(of: file.path).map(renamed.contains) != true {
      foreignFiles.append(path)
    }
    if let before, known.isOwn(before, in: file.path) { replaced[file.path] = ContentHash(before) }
    changes.append(
      FileChange(
        path: path, before: before, after: file.bytes, mode: before == nil ? nil : mode(of: file.path),
        isReplaceable: true))
  }

  private mutating func compareOrphans() throws(Failure) {
    let inUse = Set(wanted.files.keys.compactMap { identity(of: $0) })
    for file in known.files.keys where wanted.files[file] == nil {
      guard let identity = identity(of: file), !inUse.contains(identity) else { continue }
      guard let before = try Self.content(of: path(file)) else { continue }
      if known.isOwn(before, in: file) {
        changes.append(FileChange(path: path(file), before: before, after: nil, mode: mode(of: file)))
      } else {
        keptOrphans.append(path(file))
      }
    }
    keptOrphans.sort(by: PathText.isOrdered)
  }

  /// Brings the folder to what is wanted, and `others` with it: all or nothing.
  func write(with others: [FileChange]) throws(Failure) {
    try Transaction.perform(steps(with: others))
    FolderTree.prune(known.files.keys.filter { wanted.files[$0] == nil }, below: root)
  }

  /// What is to be done, in an order that can be broken off anywhere.
  func steps(with others: [FileChange]) -> [FileChange] {
    var all = Manifest(files: known.files)
    all.files.merge(wanted.files) { $1 }
    all.replaced = replaced
    if all.files == wanted.files, replaced.isEmpty { all = wanted }
    // The list goes first and holds the old files and the new ones, and what they hold before and after, so that a run
    // that is killed on the way leaves nothing behind that the next one would take for somebody else's.
    let first = manifestChange(from: oldManifest?.before, to: changes.isEmpty ? wanted : all)
    let last = manifestChange(from: first?.after ?? oldManifest?.before, to: wanted)
    return [first].compactMap { $0 } + changes + others + [last].compactMap { $0 }
  }

  private func manifestChange(from before: [UInt8]?, to manifest: Manifest) -> FileChange? {
    let after = manifest.text
    return before == after ? nil : FileChange(path: path(Manifest.fileName), before: before, after: after)
  }
}
