import IgataDiagnostics

/// Changes of files that are made in the files themselves, for a sandbox that permits no files beside them.
///
/// If a change fails, the previous ones are undone. Unlike with a ``Transaction``, a reader can see a part of a file,
/// and a run that is killed can leave one.
struct OverwritingTransaction: ~Copyable {
  private let changes: [FileChange]
  private var begun = 0
  private var madeFolders: [FileLocation] = []

  /// Makes the changes in order. The user can't interrupt the run while it makes them.
  static func perform(_ changes: [FileChange]) throws(Failure) {
    guard !changes.isEmpty else { return }
    try Process.withoutInterruption { () throws(Failure) in
      var transaction = OverwritingTransaction(changes: changes)
      do throws(Failure) {
        try transaction.checkPermissions()
        try transaction.commit()
      } catch {
        transaction.rollBack()
        throw error
      }
    }
  }

  private init(changes: [FileChange]) { self.changes = changes }

  private func checkPermissions() throws(Failure) {
    for change in changes where change.before != nil && change.after != nil {
      do {
        try change.location.requireWritable()
      } catch {
        throw .unwritable(change.path, error)
      }
    }
  }

  private mutating func commit() throws(Failure) {
    for (index, change) in changes.enumerated() {
      begun = index + 1
      do {
        if let content = change.after {
          madeFolders += try change.location.parent.makeFolders()
          try change.location.overwrite(content)
        } else {
          try change.location.remove()
        }
      } catch {
        throw change.after == nil ? .unremovable(change.path, error) : .unwritable(change.path, error)
      }
    }
  }

  /// Restores the previous state as far as possible.
  private func rollBack() {
    for change in changes[..<begun].reversed() {
      guard let before = change.before else {
        try? change.location.remove()
        continue
      }
      let isThere = (try? change.location.status()) ?? nil != nil
      if isThere {
        try? change.location.overwrite(before)
      } else {
        try? change.location.create(before, mode: change.mode)
      }
    }
    for folder in madeFolders.reversed() { folder.removeEmptyFolder() }
  }
}
