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
  private var staged: [FileLocation?] = []
  private var done = 0
  private var madeFolders: [FileLocation] = []
  /// The journal, or `nil` if there is none.
  private var journal: FileLocation?

  /// Makes the changes in order. The user can't interrupt the run while it makes them.
  ///
  /// - Parameter root: The output folder, if the next run should complete the changes after an interruption.
  static func perform(_ changes: [FileChange], journal root: FileLocation? = nil) throws(Failure) {
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
      do {
        madeFolders += try change.location.parent.makeFolders()
        let temporary = Self.temporary(in: change.location.parent, index)
        // The file is flushed to disk only if it replaces content that couldn't be generated again.
        try temporary.create(content, mode: change.mode, isKept: change.before != nil && !change.isReplaceable)
        staged.append(temporary)
      } catch {
        throw .unwritable(change.path, error)
      }
    }
  }

  private static func temporary(in folder: FileLocation, _ index: Int) -> FileLocation {
    folder.appending("\(temporaryPrefix)\(Process.number)-\(index)")
  }

  /// Writes the journal, so that an interrupted run can be completed. From here on, nothing needs disk space.
  mutating func writeJournal(_ root: FileLocation?) throws(Failure) {
    guard let root else { return }
    let location = root.appending(Journal.fileName)
    let steps = zip(changes, staged).map { (change: $0, temporary: $1) }
    let temporary = Self.temporary(in: root, changes.count)
    do {
      // The journal is for interrupted runs. A power loss that destroys it undoes the later renames too.
      try temporary.create(Journal(steps, below: root.path).text, isKept: false)
      staged.append(temporary)
      try temporary.move(to: location)
      staged.removeLast()
      journal = location
    } catch {
      throw .unwritable(location.path, error)
    }
  }

  private func removeJournal() {
    try? journal?.remove()
  }

  /// Makes the changes.
  ///
  /// - Parameter count: The maximum number of changes to make.
  mutating func commit(first count: Int = .max) throws(Failure) {
    // Freeing the blocks of a replaced file takes about a hundred times as long as a rename. The blocks of an open file
    // are freed when it is closed, after all changes. This shortens the time during which there are both old and new
    // files.
    let held = changes.prefix(Self.mostHeld).compactMap { $0.before == nil ? nil : $0.location.hold() }
    defer { for file in held { FileSystem.release(file) } }
    for (index, change) in changes.enumerated().prefix(count) {
      do {
        if let temporary = staged[index] {
          try temporary.move(to: change.location)
          staged[index] = nil
        } else {
          try change.location.remove()
        }
      } catch {
        throw change.after == nil ? .unremovable(change.path, error) : .unwritable(change.path, error)
      }
      done = index + 1
    }
  }

  /// Restores the previous state as far as possible.
  private func rollBack() {
    for temporary in staged { try? temporary?.remove() }
    for (index, change) in changes[..<done].enumerated().reversed() {
      guard let before = change.before else {
        try? change.location.remove()
        continue
      }
      let temporary = Self.temporary(in: change.location.parent, index)
      do {
        try temporary.create(before, mode: change.mode)
        try temporary.move(to: change.location)
      } catch {
        try? temporary.remove()
      }
    }
    removeJournal()
    for folder in madeFolders.reversed() { folder.removeEmptyFolder() }
  }
}
