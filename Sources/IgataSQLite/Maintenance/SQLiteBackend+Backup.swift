#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension SQLiteBackend {
  /// Copies the database to a file, as it is at one moment, while others read and write it.
  ///
  /// The copy is one file without a log. It is written beside `path`, to a file whose name ends in `.partial`, is
  /// verified, and then replaces what is at `path`. If it fails, or the process is killed, there is still the old copy,
  /// or none; a process that is killed leaves the partial file, which the next backup to `path` removes. Those who can
  /// read the database can read the copy.
  ///
  /// ```swift
  /// let backend = try SQLiteBackend(path: "household.sqlite")
  /// try await backend.backUp(to: "household.backup") { print("\($0.copied) of \($0.total) bytes") }
  /// ```
  ///
  /// Others wait until a database in memory is copied.
  ///
  /// - Parameters:
  ///   - path: A path in a folder that exists.
  ///   - progress: Called after every 256 pages, 1 MiB unless the database has other pages, on the task of the caller.
  /// - Throws: ``/IgataRuntime/StoreError/misuse(reason:)`` if the path is that of a database that is open or was not
  ///   closed; ``/IgataRuntime/StoreError/full(reason:)`` if there is no space;
  ///   ``/IgataRuntime/StoreError/cancelled`` if the task is cancelled;
  ///   ``/IgataRuntime/StoreError/backend(code:message:)`` if the file can't be written, or the database is damaged.
  public func backUp(
    to path: String, progress: (BackupProgress) -> Void = { _ in }
  ) async throws(StoreError) {
    let pool = isInMemory ? writer : streams
    let connection = try await pool.acquire()
    defer { pool.release(connection) }
    try connection.beginReading()
    defer { connection.endTransaction() }
    try await connection.backUp(to: path, progress)
  }
}

extension Connection {
  /// How many pages are copied before others get a turn.
  private static let pagesPerStep: Int32 = 256

  /// Copies the database to a file, see ``SQLiteBackend/backUp(to:progress:)``. Unless a transaction is open, it begins
  /// again whenever another process writes.
  func backUp(to path: String, _ progress: (BackupProgress) -> Void = { _ in }) async throws(StoreError) {
    // SQLite may take a path that begins with `file:` for a URI.
    let target = DatabaseFile(path: path).resolved
    // A log that is there would be read as one of the copy.
    guard !target.hasLog, target.path != DatabaseFile(path: filePath).resolved.path else {
      throw .misuse(reason: "'\(path)' is a database that is open or was not closed: back up to another file")
    }
    PartialFile.removeStale(beside: target)
    let partial = try PartialFile(beside: target, readableAs: filePath)
    do throws(StoreError) {
      try await copy(to: partial.file, progress)
    } catch {
      partial.remove()
      throw error
    }
    try partial.replaceTarget()
  }

  private func copy(to file: DatabaseFile, _ progress: (BackupProgress) -> Void) async throws(StoreError) {
    let copy = try mapped { () throws(EngineFailure) in
      try Connection(path: file.path, flags: SQLITE_OPEN_READWRITE, onOpen)
    }
    // A copy that fails is removed, and needs no journal to be rolled back.
    try copy.run(["PRAGMA journal_mode = OFF"])
    try await self.copy(into: copy, progress)
    // Otherwise, opening the copy would make a log.
    guard try copy.rows("PRAGMA journal_mode = DELETE") == [["delete"]] else {
      throw .locked(reason: "another process has opened '\(file.path)'")
    }
    if let problem = try copy.problems(.quick).first {
      throw .backend(code: Int(SQLITE_CORRUPT), message: "the copy is damaged, as the database may be: \(problem)")
    }
  }

  /// A copy of the database in memory.
  func copy() async throws(StoreError) -> Connection {
    let copy = try mapped { () throws(EngineFailure) in
      try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, onOpen)
    }
    copy.statements.known = statements.known
    try await self.copy(into: copy) { _ in }
    return copy
  }

  /// Replaces what another database has, in one transaction.
  ///
  /// - Parameter patience: How long to wait for other processes that lock the other database.
  func copy(
    into copy: Connection, patience: Duration = .zero, _ progress: (BackupProgress) -> Void
  ) async throws(StoreError) {
    let pageSize = try mapped { () throws(EngineFailure) in try self.pageSize }
    guard let backup = sqlite3_backup_init(copy.database, "main", database, "main") else {
      throw EngineFailure(copy.database).storeError(nil)
    }
    do throws(StoreError) {
      var isDone = false
      while !isDone {
        if Task.isCancelled { throw .cancelled }
        if let stop = use.stop ?? copy.use.stop { throw stop.error }
        isDone = try await copy.retrying(patience) { () throws(EngineFailure) in
          let result = sqlite3_backup_step(backup, Self.pagesPerStep)
          guard result == SQLITE_OK || result == SQLITE_DONE else {
            throw EngineFailure(code: result, message: String(cString: sqlite3_errstr(result)))
          }
          return result == SQLITE_DONE
        }
        let (total, rest) = (sqlite3_backup_pagecount(backup), sqlite3_backup_remaining(backup))
        progress(BackupProgress(copied: Int64(total - rest) * pageSize, total: Int64(total) * pageSize))
        await Task.yield()
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw EngineFailure(copy.database).storeError(nil) }
  }
}

#endif
