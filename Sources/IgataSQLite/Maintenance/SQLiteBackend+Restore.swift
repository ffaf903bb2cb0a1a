#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension SQLiteBackend {
  /// Replaces everything in the database with what a backup has, in one transaction, while the database is open.
  ///
  /// The backup is verified first, and must have the tables and the version of the database, unless this has no tables
  /// yet. Others read what was there until all is restored, and are then told that anything may have changed; who
  /// observes rows is given them anew, where they differ. If it fails, or the process is killed, the database is as it
  /// was.
  ///
  /// ```swift
  /// let backend = try SQLiteBackend(path: "household.sqlite")
  /// try await backend.restore(from: "household.backup")
  /// ```
  ///
  /// - Parameters:
  ///   - path: A file that ``backUp(to:progress:)`` made, or another database that was closed.
  ///   - progress: Called after every 256 pages, 1 MiB unless the database has other pages, on the task of the caller.
  /// - Throws: ``/IgataRuntime/StoreError/misuse(reason:)`` if the file is a database that is open or was not closed,
  ///   or has other tables, another version or pages of another size;
  ///   ``/IgataRuntime/StoreError/unreachable(reason:)`` if it can't be opened;
  ///   ``/IgataRuntime/StoreError/backend(code:message:)`` if it is damaged;
  ///   ``/IgataRuntime/StoreError/readOnly(reason:)`` if the database was opened read-only;
  ///   ``/IgataRuntime/StoreError/locked(reason:)`` if another process locks it for longer than the busy timeout;
  ///   ``/IgataRuntime/StoreError/full(reason:)`` if there is no space; ``/IgataRuntime/StoreError/cancelled`` if the
  ///   task is cancelled.
  public func restore(
    from path: String, progress: (BackupProgress) -> Void = { _ in }
  ) async throws(StoreError) {
    try await withWriter { (connection) async throws(StoreError) in
      let file = DatabaseFile(path: path).resolved
      guard !file.hasLog, file.path != DatabaseFile(path: connection.filePath).resolved.path else {
        throw .misuse(reason: "'\(path)' is a database that is open or was not closed: back it up, and restore that")
      }
      let backup = try connection.mapped { () throws(EngineFailure) in
        try Connection(path: file.path, flags: SQLITE_OPEN_READONLY, connection.onOpen)
      }
      for case .damage(let message) in try backup.problems(.full) {
        throw .backend(code: Int(SQLITE_CORRUPT), message: "the backup '\(path)' is damaged: \(message)")
      }
      if let difference = try connection.difference(from: backup) {
        throw .misuse(reason: "the backup '\(path)' has \(difference)")
      }
      // What only some may read in the backup, no others can read in a new database.
      if connection.file != nil, try connection.isBlank() {
        DatabaseFile(path: connection.filePath).restrictPermissions(to: file)
      }
      try await backup.copy(into: connection, patience: options.busyTimeout, progress)
      // All of it is in the log.
      _ = try? connection.mergeLog()
      ChangeRelay(identity).notifyOfOtherRows()
    }
  }
}

extension Connection {
  /// Why a backup of another database can't replace what is here; `nil` if it can.
  fileprivate func difference(from backup: Connection) throws(StoreError) -> String? {
    let (size, other) = try mapped { () throws(EngineFailure) in (try pageSize, try backup.pageSize) }
    if size != other {
      return "pages of \(other) bytes, and the database of \(size): run 'PRAGMA page_size = \(size)' and 'VACUUM' on it"
    }
    if try isBlank() { return nil }
    let (version, old) = (try versionRecords().current?.number, try backup.versionRecords().current?.number)
    if version != old {
      let names = [old, version].map { $0.map { "version \($0)" } ?? "no version" }
      return "\(names[0]), and the database \(names[1]): open the backup with a store of its own and migrate it first"
    }
    let (tables, others) = (try definitions(), try backup.definitions())
    guard let different = Set(tables.keys).union(others.keys).sorted().first(where: { tables[$0] != others[$0] }) else {
      return nil
    }
    return others[different] == nil
      ? "no table '\(different)'" : "a table '\(different)' that is not, or is another one, in the database"
  }

  /// What each table is, by its name: as `prepare` recorded it, as it may have been created in several ways, or in SQL.
  private func definitions() throws(StoreError) -> [String: String] {
    var definitions: [String: String] = [:]
    for row in try rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
      // The numbers that have been generated and the statistics are SQLite's own.
      if let name = row[0], !name.hasPrefix("sqlite_") { definitions[name] = row[1] }
    }
    guard definitions[RecordedTable.definition.name] != nil else { return definitions }
    for row in try rows("SELECT name, text FROM igata_tables") where definitions[row[0] ?? ""] != nil {
      definitions[row[0] ?? ""] = row[1]
    }
    return definitions
  }
}

#endif
