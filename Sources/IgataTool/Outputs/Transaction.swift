import IgataDiagnostics

/// Changes of files that are all done or none.
///
/// Whatever needs room on the disk or a right is tried before the first file is changed: new contents are written
/// beside their places. Then each takes its place at once, by a rename, so that a reader sees the old file or the new
/// one and never a part. Where one of the renames fails all the same, those before it are taken back.
struct Transaction: ~Copyable {
  /// What the names of files begin with that are not yet in their places.
  static let temporaryPrefix = ".igata-tmp-"

  private let changes: [FileChange]
  /// For each change where its new content waits; emptied when it has its place.
  private var staged: [String?] = []
  private var done = 0
  private var madeFolders: [String] = []

  /// Does the changes, in their order. A user who stops the run stops it before or behind.
  static func perform(_ changes: [FileChange]) throws(Failure) {
    guard !changes.isEmpty else { return }
    try Process.withoutInterruption { () throws(Failure) in
      var transaction = Transaction(changes: changes)
      do throws(Failure) {
        try transaction.stage()
        try transaction.commit()
      } catch {
        transaction.rollBack()
        throw error
      }
      transaction.synchronise()
    }
  }

  private init(changes: [FileChange]) { self.changes = changes }

  private mutating func stage() throws(Failure) {
    for (index, change) in changes.enumerated() {
      guard let content = change.after else {
        staged.append(nil)
        continue
      }
      let folder = PathText.folder(change.path)
      do {
        madeFolders += try FolderTree.make(folder)
        let temporary = PathText.join(folder, "\(Self.temporaryPrefix)\(Process.number)-\(index)")
        try FileSystem.create(temporary, content, isKept: !change.isReplaceable)
        staged.append(temporary)
        if let mode = change.mode { try FileSystem.setMode(mode, of: temporary) }
      } catch {
        throw .unwritable(change.path, error)
      }
    }
  }

  private mutating func commit() throws(Failure) {
    for (index, change) in changes.enumerated() {
      do {
        if let temporary = staged[index] {
          try FileSystem.move(temporary, to: change.path)
          staged[index] = nil
        } else {
          try FileSystem.removeFile(change.path)
        }
      } catch {
        throw change.after == nil
          ? Failure(.unwritableOutput, "can't remove '\(visible(change.path))': \(error.reason)")
          : .unwritable(change.path, error)
      }
      done = index + 1
    }
  }

  /// Does what can be done to leave everything as it was.
  private func rollBack() {
    for temporary in staged { if let temporary { try? FileSystem.removeFile(temporary) } }
    for (index, change) in changes[..<done].enumerated().reversed() {
      guard let before = change.before else {
        try? FileSystem.removeFile(change.path)
        continue
      }
      let temporary = PathText.join(
        PathText.folder(change.path), "\(Self.temporaryPrefix)\(Process.number)-\(index)")
      do {
        try FileSystem.create(temporary, before)
        if let mode = change.mode { try FileSystem.setMode(mode, of: temporary) }
        try FileSystem.move(temporary, to: change.path)
      } catch {
        try? FileSystem.removeFile(temporary)
      }
    }
    for folder in madeFolders.reversed() { FileSystem.removeEmptyFolder(folder) }
  }

  private func synchronise() {
    let folders = Set(changes.filter { !$0.isReplaceable }.map { PathText.folder($0.path) })
    for folder in folders { FileSystem.synchronise(folder: folder) }
  }
}
