import IgataDiagnostics

/// Changes of files that are all done or none.
///
/// Whatever needs room on the disk or a right is tried before the first file is changed: new contents are written
/// beside their places. Then each takes its place at once, by a rename, so that a reader sees the old file or the new
/// one and never a part. Where one of the renames fails all the same, those before it are taken back.
struct Transaction: ~Copyable {
  /// What the names of files begin with that are not yet in their places.
  static let temporaryPrefix = ".igata-tmp-"

  /// How many files are held open at most; systems allow as few as 256.
  private static let mostHeld = 200

  private let changes: [FileChange]
  /// For each change where its new content waits; emptied when it has its place.
  private var staged: [String?] = []
  private var done = 0
  private var madeFolders: [String] = []
  /// Where the journal is, if there is one.
  private var journal: String?

  /// Does the changes, in their order. A user who stops the run stops it before or behind.
  ///
  /// - Parameter root: The output folder, if a run that is stopped among the changes is to be finished by the next one.
  static func perform(_ changes: [FileChange], journal root: String? = nil) throws(Failure) {
    guard !changes.isEmpty else { return }
    try Process.withoutInterruption { () throws(Failure) in
      var transaction = Transaction(changes: changes)
      do throws(Failure) {
        try transaction.stage()
        try transaction.writeJournal(root)
        try transaction.commit()
      } catch {
        transaction.rollBack()
        throw error
      }
      transaction.removeJournal()
    }
  }

  init(changes: [FileChange]) { self.changes = changes }

  /// Writes all new contents beside their places.
  mutating func stage() throws(Failure) {
    for (index, change) in changes.enumerated() {
      guard let content = change.after else {
        staged.append(nil)
        continue
      }
      let folder = PathText.folder(change.path)
      do {
        madeFolders += try FolderTree.make(folder)
        let temporary = Self.temporary(in: folder, index)
        // The disk is waited for only where what it has would be lost with what takes its place.
        try FileSystem.create(temporary, content, isKept: change.before != nil && !change.isReplaceable)
        staged.append(temporary)
        if let mode = change.mode { try FileSystem.setMode(mode, of: temporary) }
      } catch {
        throw .unwritable(change.path, error)
      }
    }
  }

  private static func temporary(in folder: String, _ index: Int) -> String {
    PathText.join(folder, "\(temporaryPrefix)\(Process.number)-\(index)")
  }

  /// Says what is going to happen, so that it can be finished: from here on, nothing is missing that it takes.
  mutating func writeJournal(_ root: String?) throws(Failure) {
    guard let root else { return }
    let path = PathText.join(root, Journal.fileName)
    let steps = zip(changes, staged).map { (change: $0, temporary: $1) }
    let temporary = Self.temporary(in: root, changes.count)
    do {
      // It serves a run that is stopped. A loss of power that takes it takes the renames after it, too.
      try FileSystem.create(temporary, Journal(steps, below: root).text, isKept: false)
      staged.append(temporary)
      try FileSystem.move(temporary, to: path)
      staged.removeLast()
      journal = path
    } catch {
      throw .unwritable(path, error)
    }
  }

  private func removeJournal() {
    if let journal { try? FileSystem.removeFile(journal) }
  }

  /// Does the changes.
  ///
  /// - Parameter count: How many at most.
  mutating func commit(first count: Int = .max) throws(Failure) {
    // To free what a file held takes a disk a hundred times as long as to rename another into its place. A file that is
    // open is freed when it is closed, behind all changes: this keeps the time short in which old and new files mix.
    let held = changes.prefix(Self.mostHeld).compactMap { $0.before == nil ? nil : FileSystem.hold($0.path) }
    defer { for file in held { FileSystem.release(file) } }
    for (index, change) in changes.enumerated().prefix(count) {
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
      let temporary = Self.temporary(in: PathText.folder(change.path), index)
      do {
        try FileSystem.create(temporary, before)
        if let mode = change.mode { try FileSystem.setMode(mode, of: temporary) }
        try FileSystem.move(temporary, to: change.path)
      } catch {
        try? FileSystem.removeFile(temporary)
      }
    }
    removeJournal()
    for folder in madeFolders.reversed() { FileSystem.removeEmptyFolder(folder) }
  }
}
