import IgataDiagnostics

/// Changes of files that are made completely or not at all.
///
/// Everything that needs disk space or permissions is done before the first file is changed: new contents are written
/// to temporary files in the same folders. Each temporary file is then renamed, so that a reader sees either the old
/// file or the new one, and never a part of it. If a rename fails nevertheless, the previous ones are undone.
struct Transaction: ~Copyable {
  /// The prefix of the names of temporary files.
  static let temporaryPrefix = ".igata-tmp-"

  /// The maximum number of files that are held open. Some systems allow only 256.
  private static let mostHeld = 200

  private let changes: [FileChange]
  /// For each change, the temporary file with the new content, or `nil` after it has been renamed.
  private var staged: [String?] = []
  private var done = 0
  private var madeFolders: [String] = []
  /// The path of the journal, or `nil` if there is none.
  private var journal: String?

  /// Makes the changes in order. The user can't interrupt the run while it makes them.
  ///
  /// - Parameter root: The output folder, if the next run should complete the changes after an interruption.
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

  /// Writes all new contents to temporary files.
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
        // The file is flushed to disk only if it replaces content that couldn't be generated again.
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

  /// Writes the journal, so that an interrupted run can be completed. From here on, nothing needs disk space.
  mutating func writeJournal(_ root: String?) throws(Failure) {
    guard let root else { return }
    let path = PathText.join(root, Journal.fileName)
    let steps = zip(changes, staged).map { (change: $0, temporary: $1) }
    let temporary = Self.temporary(in: root, changes.count)
    do {
      // The journal is for interrupted runs. A power loss that destroys it undoes the later renames too.
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

  /// Makes the changes.
  ///
  /// - Parameter count: The maximum number of changes to make.
  mutating func commit(first count: Int = .max) throws(Failure) {
    // Freeing the blocks of a replaced file takes about a hundred times as long as a rename. The blocks of an open file
    // are freed when it is closed, after all changes. This shortens the time during which there are both old and new
    // files.
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
        throw change.after == nil ? .unremovable(change.path, error) : .unwritable(change.path, error)
      }
      done = index + 1
    }
  }

  /// Restores the previous state as far as possible.
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
