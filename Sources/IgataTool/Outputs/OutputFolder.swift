import IgataDiagnostics
import IgataGeneration

/// What a run finds in its output folder, set against what it wants there.
struct OutputFolder {
  /// Files that are to be made, replaced or removed, in the order of their paths.
  private(set) var changes: [FileChange] = []
  /// Files that igata wrote, no longer would, and that were changed since: they belong to their user now.
  private(set) var keptOrphans: [String] = []
  /// Files at the paths of outputs that are not this run's to replace.
  private(set) var obstacles: [Obstacle] = []
  /// Files of which an earlier list does not tell whom they belong to, and which this run does not write.
  private(set) var unclaimed: [String] = []

  private let root: String
  private let claim: RunClaim
  private let oldManifest: FileChange?
  private let known: Manifest
  private var wanted = Manifest()

  /// Compares the folder `root`, which need not exist, with `files`.
  ///
  /// - Parameters:
  ///   - claim: Which other files of the folder are the run's.
  ///   - inputs: What the files are made from, if that alone says all about them.
  init(
    _ root: String, wanted files: [RenderedFile], claim: RunClaim, madeFrom inputs: ContentHash? = nil
  ) throws(Failure) {
    self.root = root
    self.claim = claim
    oldManifest = try Self.readManifest(root)
    known = oldManifest?.before.flatMap { Manifest($0) } ?? Manifest()
    for file in files {
      wanted.files[file.path] = Manifest.Entry(
        hash: ContentHash(LineEnds.plain(file.bytes)), owner: claim.owner(of: file.origin))
    }
    let others = known.files.filter { wanted.files[$0.key] == nil }
    let identities = others.keys.compactMap { identity(of: $0) }
    for file in files { try compare(file, renamed: Set(identities)) }
    try compareOrphans(others)
    if changes.isEmpty { wanted.rememberRuns(of: known) }
    if let inputs { wanted.remember(inputs) }
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
    if let before, LineEnds.isSame(before, file.bytes) { return }
    if before != nil {
      if let entry = known.files[file.path] {
        let owner = claim.owner(of: file.origin)
        if !claim.mayReplace(entry.owner, by: owner) {
          obstacles.append(Obstacle(path: path, schema: entry.owner.flatMap(claim.missing), target: entry.owner?.kind))
        }
      } else if identity(of: file.path).map(renamed.contains) != true {
        obstacles.append(Obstacle(path: path))
      }
    }
    changes.append(
      FileChange(
        path: path, before: before, after: file.bytes, mode: before == nil ? nil : mode(of: file.path),
        isReplaceable: true))
  }

  private mutating func compareOrphans(_ others: [String: Manifest.Entry]) throws(Failure) {
    let inUse = Set(wanted.files.keys.compactMap { identity(of: $0) })
    for (file, entry) in others {
      guard claim.decides(on: entry, file) else {
        wanted.files[file] = entry
        if known.isOld { unclaimed.append(path(file)) }
        continue
      }
      guard let identity = identity(of: file), !inUse.contains(identity) else { continue }
      guard let before = try Self.content(of: path(file)) else { continue }
      if known.isOwn(before, in: file) {
        changes.append(FileChange(path: path(file), before: before, after: nil, mode: mode(of: file)))
      } else {
        keptOrphans.append(path(file))
      }
    }
    keptOrphans.sort(by: PathText.isOrdered)
    unclaimed.sort(by: PathText.isOrdered)
  }

  /// Brings the folder to what is wanted, and `others` with it: all or nothing.
  func write(with others: [FileChange]) throws(Failure) {
    try Transaction.perform(steps(with: others), journal: changes.isEmpty ? nil : root)
    FolderTree.prune(known.files.keys.filter { wanted.files[$0] == nil }, below: root)
  }

  /// What is to be done, in its order: the list of the files comes last.
  func steps(with others: [FileChange]) -> [FileChange] {
    // What is removed comes behind what is written, so that at no time there is less than before or after.
    let isWritten = { (change: FileChange) in change.after != nil }
    let removals = changes.filter { !isWritten($0) }
    return changes.filter(isWritten) + removals + others + (manifestChange.map { [$0] } ?? [])
  }

  private var manifestChange: FileChange? {
    let after = wanted.text
    if let before = oldManifest?.before, LineEnds.isSame(before, after) { return nil }
    return FileChange(path: path(Manifest.fileName), before: oldManifest?.before, after: after)
  }
}

/// A file at the path of an output that is not the run's to replace.
struct Obstacle: Hashable, Sendable {
  let path: String
  /// The schema file that igata wrote it from, which the run does not read.
  var schema: String?
  /// The target that igata wrote it for; `nil` if igata did not write it.
  var target: String?

  var message: String {
    let file = "'\(visible(path))' is in the way: "
    guard let target else { return file + "igata did not write it, so it does not replace it" }
    let origin = schema.map { "from '\(visible($0))', which is not part of this run" } ?? "for the target '\(target)'"
    return file + "igata wrote it \(origin); write into another folder, or remove the file"
  }
}
