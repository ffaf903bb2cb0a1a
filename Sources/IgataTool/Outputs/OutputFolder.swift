import IgataDiagnostics
import IgataGeneration

/// The contents of an output folder, compared with the outputs of a run.
struct OutputFolder {
  /// The files to create, replace or remove, sorted by path.
  private(set) var changes: [FileChange] = []
  /// Files that igata wrote and no longer generates, but that were changed since. They now belong to the user.
  private(set) var keptOrphans: [String] = []
  /// Files at the paths of outputs that the run must not replace.
  private(set) var obstacles: [Obstacle] = []
  /// Files in an older list without owners that the run doesn't generate.
  private(set) var unclaimed: [String] = []

  private let root: FileLocation
  private let claim: RunClaim
  private let oldManifest: FileChange?
  private let known: Manifest
  private var wanted = Manifest()

  /// Compares the folder `root`, which may not exist, with `files`.
  ///
  /// - Parameters:
  ///   - claim: The files of the folder that belong to the run.
  ///   - inputs: The origin of the files, if it determines them completely.
  init(
    _ root: FileLocation, wanted files: [RenderedFile], claim: RunClaim, madeFrom inputs: ContentHash? = nil
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
    let identities = others.keys.compactMap { status(of: $0)?.identity }
    for file in files { try compare(file, renamed: Set(identities)) }
    try compareOrphans(others)
    if changes.isEmpty { wanted.rememberRuns(of: known) }
    if let inputs { wanted.remember(inputs) }
    changes.sort { PathText.isOrdered($0.path, $1.path) }
  }

  private static func readManifest(_ root: FileLocation) throws(Failure) -> FileChange? {
    let location = root.appending(Manifest.fileName)
    guard let bytes = try content(of: location) else { return nil }
    guard Manifest(bytes) != nil else {
      throw Failure(
        .unwritableOutput,
        "'\(visible(location.path))' was not written by this version of igata, so igata can't distinguish its files "
          + "from other files; remove it, and the files that igata should generate again")
    }
    return FileChange(location, before: bytes, after: nil)
  }

  /// The content of a file, or `nil` if it doesn't exist. A link has none.
  private static func content(of location: FileLocation) throws(Failure) -> [UInt8]? {
    do throws(SystemFault) {
      switch try location.status()?.kind {
      case nil: return nil
      case .link: return []
      case .other: throw SystemFault.notAFile
      case .file, .folder: return try location.read()
      }
    } catch {
      throw Failure(.unwritableOutput, "can't read '\(visible(location.path))' to compare it: \(error.reason)")
    }
  }

  /// Files in the folder that aren't outputs, regardless of their author. Hidden files are ignored.
  var extraFiles: [String] {
    let wantedPaths = Set(wanted.files.keys.map { location($0).path })
    return FileSearch.find([root.path], ending: "").paths.filter { !wantedPaths.contains($0) }
  }

  /// The folders that contain files, now or when the manifest was written.
  var folders: Set<FileLocation> { known.folders(below: root).union(wanted.folders(below: root)) }

  private func location(_ file: String) -> FileLocation { root.appending(file) }

  private func status(of file: String) -> FileStatus? { (try? location(file).status()) ?? nil }

  /// - Parameter renamed: Files that igata wrote under names it no longer uses. On a case-insensitive disk, one of them
  ///   may be the file with the new name.
  private mutating func compare(_ file: RenderedFile, renamed: Set<FileIdentity>) throws(Failure) {
    let location = location(file.path)
    let before = try Self.content(of: location)
    let status = status(of: file.path)
    if let before, status?.kind == .file, LineEnds.isSame(before, file.bytes) { return }
    if before != nil {
      // igata creates no links.
      if status?.kind == .file, let entry = known.files[file.path] {
        let owner = claim.owner(of: file.origin)
        if !claim.mayReplace(entry.owner, by: owner) {
          obstacles.append(
            Obstacle(path: location.path, schema: entry.owner.flatMap(claim.missing), target: entry.owner?.kind))
        }
      } else if status.map({ $0.kind == .file && renamed.contains($0.identity) }) != true {
        obstacles.append(Obstacle(path: location.path))
      }
    }
    changes.append(
      FileChange(
        location, before: before, after: file.bytes, mode: before == nil ? nil : status?.mode, isReplaceable: true))
  }

  private mutating func compareOrphans(_ others: [String: Manifest.Entry]) throws(Failure) {
    let inUse = Set(wanted.files.keys.compactMap { status(of: $0)?.identity })
    for (file, entry) in others {
      guard claim.decides(on: entry, file) else {
        wanted.files[file] = entry
        if known.isOld { unclaimed.append(location(file).path) }
        continue
      }
      guard let status = status(of: file), !inUse.contains(status.identity) else { continue }
      guard let before = try Self.content(of: location(file)) else { continue }
      if status.kind == .file, known.isOwn(before, in: file) {
        changes.append(FileChange(location(file), before: before, after: nil, mode: status.mode))
      } else {
        keptOrphans.append(location(file).path)
      }
    }
    keptOrphans.sort(by: PathText.isOrdered)
    unclaimed.sort(by: PathText.isOrdered)
  }

  /// Writes the outputs and `others`: either all of them or, if there is a failure, none.
  ///
  /// - Parameter overwriting: Whether to write into the files themselves.
  func write(with others: [FileChange], overwriting: Bool = false) throws(Failure) {
    if overwriting {
      try OverwritingTransaction.perform(stepsOverwriting(with: others))
    } else {
      try Transaction.perform(steps(with: others), journal: changes.isEmpty ? nil : root)
    }
    root.prune(known.files.keys.filter { wanted.files[$0] == nil })
  }

  /// The changes in order. The manifest comes last.
  func steps(with others: [FileChange]) -> [FileChange] {
    // Files are removed after others are written, so that no output is missing at any time.
    let isWritten = { (change: FileChange) in change.after != nil }
    let removals = changes.filter { !isWritten($0) }
    return changes.filter(isWritten) + removals + others + (manifestChange.map { [$0] } ?? [])
  }

  /// The changes in order. The manifest comes before the files that are written, so that the next run replaces them
  /// even if this one is killed.
  func stepsOverwriting(with others: [FileChange]) -> [FileChange] {
    let removals = changes.filter { $0.after == nil }
    return removals + (manifestChange.map { [$0] } ?? []) + changes.filter { $0.after != nil } + others
  }

  private var manifestChange: FileChange? {
    let after = wanted.text
    if let before = oldManifest?.before, LineEnds.isSame(before, after) { return nil }
    return FileChange(location(Manifest.fileName), before: oldManifest?.before, after: after)
  }
}

/// A file at the path of an output that the run must not replace.
struct Obstacle: Hashable, Sendable {
  let path: String
  /// The schema file that igata generated it from, which isn't part of the run.
  var schema: String?
  /// The target that igata generated it for, or `nil` if igata didn't write it.
  var target: String?

  var message: String {
    let file = "'\(visible(path))' can't be replaced: "
    guard let target else { return file + "igata did not write it" }
    let origin = schema.map { "from '\(visible($0))', which is not part of this run" } ?? "for the target '\(target)'"
    return file + "igata wrote it \(origin); use another output folder, or remove the file"
  }
}
