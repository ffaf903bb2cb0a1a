#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// How the connections of one backend are opened.
struct ConnectionOpening: Sendable {
  var path: String
  var isInMemory: Bool
  var options: SQLiteOptions
  /// What is known of the tables.
  var tables: PreparedTables
  /// The file that all connections have to open.
  let shared = SharedFile()

  /// Opens a connection to the same file as the backend's other connections.
  func open(isReader: Bool) throws(StoreError) -> Connection {
    // Otherwise a file that was deleted would be created again.
    try shared.current?.check()
    let connection = try ObservedCall.withoutReports { () throws(StoreError) in
      try openPatiently(isReader: isReader)
    }
    if isInMemory { return connection }
    connection.shared = shared
    guard let file = shared.open(DatabaseFile(path: path), logged: !options.isReadOnly), !connection.hasMoved else {
      throw .unreachable(reason: "'\(path)' was deleted or replaced while it was opened")
    }
    try file.check()
    connection.file = file
    return connection
  }

  /// While another process locks the database, retries until the busy timeout ends: SQLite does not
  /// call its own busy handler when the journal mode changes, a log is recovered, or the last user closes the file.
  private func openPatiently(isReader: Bool) throws(StoreError) -> Connection {
    let end = ContinuousClock.now + options.busyTimeout
    var pause: Int32 = 1
    let isImmutable = self.isImmutable
    while true {
      do {
        return try openOnce(
          isReader: isReader, isImmutable: isImmutable, patience: ContinuousClock.now.duration(to: end))
      } catch {
        guard error.isBusy, ContinuousClock.now < end else { throw error.storeError(nil) }
      }
      sqlite3_sleep(pause)
      pause = min(pause * 2, 50)
    }
  }

  private func openOnce(isReader: Bool, isImmutable: Bool, patience: Duration) throws(EngineFailure) -> Connection {
    var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    if options.isReadOnly { flags = SQLITE_OPEN_READONLY } else if isReader { flags = SQLITE_OPEN_READWRITE }
    if isInMemory { flags |= SQLITE_OPEN_MEMORY }
    #if canImport(SQLite3)
    flags |= options.fileProtection?.flag ?? 0
    #endif
    let connection = try Connection(path: path, flags: flags, isImmutable: isImmutable, options.onOpen)
    connection.statements.known = tables
    setBusyTimeout(patience, of: connection)
    do {
      // What is in a file already is left as it is until it is known to be ours: see `useLog`.
      if !isReader, !isInMemory, try connection.texts("PRAGMA page_count") == [["0"]] {
        _ = try connection.texts(Connection.usingLog)
      }
      for pragma in pragmas(isReader: isReader) { _ = try connection.texts("PRAGMA " + pragma) }
      if options.keepsLog, !options.isReadOnly { connection.keepLog() }
    } catch where error.primaryCode == SQLITE_NOTADB && options.onOpen != nil {
      throw EngineFailure(code: error.code, message: error.message + ", or onOpen sets another key than its own")
    } catch where error.primaryCode == SQLITE_CANTOPEN {
      throw EngineFailure(opening: DatabaseFile(path: path), flags: flags, connection.database)
    }
    // A writer waits for other processes without holding its thread, see `beginWriting`.
    setBusyTimeout(isReader ? options.busyTimeout : .zero, of: connection)
    return connection
  }

  /// Whether the file has no log, and is in a folder where SQLite can't create the index of one, without which it reads
  /// no file in WAL mode.
  private var isImmutable: Bool {
    guard options.isReadOnly, !isInMemory else { return false }
    // The log is where the file is, not where a symbolic link to it is.
    let file = DatabaseFile(path: path).resolved
    return file.isInReadOnlyFolder && !file.hasLog
  }

  private func setBusyTimeout(_ timeout: Duration, of connection: Connection) {
    let milliseconds = timeout / .milliseconds(1)
    sqlite3_busy_timeout(connection.database, Int32(min(max(milliseconds, 0), 1_000_000)))
  }

  private func pragmas(isReader: Bool) -> [String] {
    var pragmas = [
      "foreign_keys = ON", "synchronous = NORMAL", "cache_size = -\(max(options.cacheSize / 1024, 1))",
      "mmap_size = \(max(options.memoryMapSize, 0))",
    ]
    if options.usesFullSync { pragmas += ["fullfsync = ON", "checkpoint_fullfsync = ON"] }
    pragmas.append("query_only = \(isReader ? "ON" : "OFF")")
    // Reads the file, which fails if it is not a database.
    pragmas.append("user_version")
    return pragmas
  }
}

#if canImport(SQLite3)
extension SQLiteOptions.FileProtection {
  /// For `sqlite3_open_v2`.
  fileprivate var flag: Int32 {
    switch self {
    case .complete: SQLITE_OPEN_FILEPROTECTION_COMPLETE
    case .completeUnlessOpen: SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN
    case .completeUntilFirstUserAuthentication: SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
    case .none: SQLITE_OPEN_FILEPROTECTION_NONE
    }
  }
}
#endif

extension Connection {
  /// Lets the log and its index stay when the last connection is closed.
  fileprivate func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Lets only this user read a new database, if one of its tables will have `@sensitive` columns.
  func makePrivateIfNew(for tables: [TableDescription]) throws(StoreError) {
    guard file != nil, tables.contains(where: { $0.columns.contains(where: \.isSensitive) }) else { return }
    if try isBlank() { DatabaseFile(path: filePath).restrictPermissions() }
  }

  /// Begins a transaction and takes the snapshot that it reads.
  func beginReading() throws(StoreError) {
    do {
      try run("BEGIN")
      try run("SELECT 1 FROM sqlite_schema LIMIT 1")
    } catch {
      endTransaction()
      throw error.storeError(nil)
    }
  }

  fileprivate static let usingLog = "PRAGMA journal_mode = WAL"

  /// Lets the database have a log, so that those who read and those who write don't wait for each other. If it has had
  /// none, waits for all of them.
  func useLog(_ options: SQLiteOptions) async throws(StoreError) {
    guard file != nil, !options.isReadOnly, try rows("PRAGMA journal_mode").first?[0] != "wal" else { return }
    try await retrying(options.busyTimeout) { () throws(EngineFailure) in
      _ = try texts(Self.usingLog)
      // The log is created when the database is read.
      _ = try texts("PRAGMA user_version")
    }
    file = file?.withLog
  }

  /// Begins a transaction that writes. While another process locks the database, retries until `patience` ends.
  func beginWriting(patience: Duration) async throws(StoreError) {
    try file?.check()
    try await retrying(patience) { () throws(EngineFailure) in try run("BEGIN IMMEDIATE") }
  }

  /// Runs `body` again, until `patience` ends, while another process locks the database.
  func retrying<Result>(
    _ patience: Duration, _ body: () throws(EngineFailure) -> Result
  ) async throws(StoreError) -> Result {
    try await retrying(patience) { () throws(StoreError) in try mapped(nil, body) }
  }

  /// Runs `body` again, until `patience` ends, while it throws ``StoreError/locked(reason:)``.
  func retrying<Result>(
    _ patience: Duration, _ body: () throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    var end: ContinuousClock.Instant?
    var pause = Duration.milliseconds(1)
    while true {
      do {
        return try body()
      } catch {
        if let stop = use.stop { throw stop.error }
        let now = ContinuousClock.now
        let limit = end ?? now + patience
        end = limit
        guard case .locked = error, now < limit else { throw error }
      }
      guard (try? await Task.sleep(for: pause)) != nil else { throw .cancelled }
      pause = min(pause * 2, .milliseconds(50))
    }
  }
}

#endif
