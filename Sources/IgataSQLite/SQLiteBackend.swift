#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A backend that stores rows in an SQLite database, in a file or in memory.
///
/// ```swift
/// let store = Store(try SQLiteBackend(path: "household.sqlite"))
/// ```
///
/// One session writes at a time; other writers wait in the order of their requests. In a file, sessions that read do
/// not wait: each sees the state of the last commit before it. A database in memory has one connection, which all
/// sessions use in turn.
///
/// The database is in WAL mode with `synchronous=NORMAL`, and foreign keys are enforced. A commit survives a crash of
/// the program; a commit just before a power failure may be lost as a whole. Other programs may read and write the same
/// file. If it is deleted or replaced while it is open, ``/IgataRuntime/StoreError/unreachable(reason:)`` is thrown
/// instead of writing to what nobody else can read: make a new backend.
public final class SQLiteBackend: Backend {
  /// Identifies this backend.
  @_spi(Backend) public let identity: StoreIdentity
  /// Yes.
  @_spi(Backend) public var reportsStatements: Bool { true }
  let options: SQLiteOptions
  /// `nil` if the database is in memory.
  let file: DatabaseFile?
  var isInMemory: Bool { file == nil }
  let writer: ConnectionPool<Connection>
  let readers: ConnectionPool<Connection>
  let streams: ConnectionPool<Connection>
  let tables = PreparedTables(SQLiteDialect())
  /// The file that they have open.
  let shared: SharedFile
  /// Those of all pools.
  let connections: OpenConnections<Connection>

  /// Opens the file, or creates it.
  public convenience init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(StoreError) {
    // SQLite opens a new database for each connection with one of these paths.
    let isInMemory = path.isEmpty || path == ":memory:"
    try self.init(path: isInMemory ? ":memory:" : path, isInMemory: isInMemory, options)
  }

  /// Creates a database in memory, which exists as long as the backend.
  public static func inMemory(options: SQLiteOptions = SQLiteOptions()) throws(StoreError) -> SQLiteBackend {
    try SQLiteBackend(path: ":memory:", isInMemory: true, options)
  }

  private init(path: String, isInMemory: Bool, _ options: SQLiteOptions) throws(StoreError) {
    try Self.checkVersion()
    self.options = options
    identity = StoreIdentity(patience: options.busyTimeout)
    connections = OpenConnections()
    file = isInMemory ? nil : DatabaseFile(path: path).absolute
    let path = file?.path ?? path
    var first = ConnectionOpening(path: path, isInMemory: isInMemory, options: options, tables: tables)
    let connection = try first.open(isReader: options.isReadOnly)
    let opening = first
    shared = first.shared
    let identity = identity
    writer = ConnectionPool(
      PoolLimits(count: 1, waiting: options.poolTimeout), in: connections, free: [connection],
      watch: identity.stallWatch(reading: isInMemory ? nil : false),
      late: { _ in .locked(reason: "the turn to write did not come in time" + identity.blame) }
    ) { () throws(StoreError) in
      try opening.open(isReader: options.isReadOnly)
    }
    readers =
      isInMemory
      ? writer
      : ConnectionPool(
        PoolLimits(count: options.readerCount, waiting: options.poolTimeout), in: connections,
        watch: identity.stallWatch(reading: true),
        late: { count in .locked(reason: "all \(count) connections that read are in use" + identity.blame) }
      ) { () throws(StoreError) in
        try opening.open(isReader: true)
      }
    first.options = options.forStreams
    let streaming = first
    streams = ConnectionPool(PoolLimits(count: .max), in: connections, late: Self.unlimited) {
      () throws(StoreError) in try streaming.open(isReader: true)
    }
  }

  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    // A database of another program alone stays as it is found.
    let isOnlyRead = options.isReadOnly || tables.allSatisfy(\.isExternal)
    let session = try await begin(isOnlyRead ? .read : .write, in: writer)
    let report: PrepareReport
    do {
      if !isOnlyRead { try session.connection.makePrivateIfNew(for: tables) }
      report = try await session.connection.prepare(tables, isReadOnly: isOnlyRead)
      try await session.commit()
    } catch {
      await session.rollback()
      throw error
    }
    self.tables.add(tables)
    if !isOnlyRead { try await useLog() }
    return report
  }

  private func useLog() async throws(StoreError) {
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    try await connection.useLog(options)
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    try await begin(access, in: pool(for: access))
  }

  private func pool(for access: SessionAccess) throws(StoreError) -> ConnectionPool<Connection> {
    guard access.writes else { return readers }
    guard !options.isReadOnly else { throw .readOnly(reason: "the database was opened for reading alone") }
    return writer
  }

  /// Uses a connection of its own, so that no other reader waits for an open stream. In memory it reads a copy of the
  /// database.
  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    guard isInMemory else { return try await begin(.read, in: streams) }
    let original = try await writer.acquire()
    defer { writer.release(original) }
    let copy = try await original.copy()
    let pool = ConnectionPool(PoolLimits(count: 1), in: connections, free: [copy], late: Self.unlimited) {
      () throws(StoreError) in
      throw .misuse(reason: "there is one copy for each stream")
    }
    return try await begin(.read, in: pool)
  }

  /// The tables are not known: SQLite reports that something was written, but not what. A database in memory has no
  /// other writers.
  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    if isInMemory { return nil }
    return OutsideWrites(writer: writer, interval: options.outsideInterval).changes()
  }

  @_spi(Backend) public func checkTables() async throws(StoreError) {
    try await begin(.singleRead, in: readers).checkTables(
      by: "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type IN ('table', 'view')")
  }

  /// A pool in which nobody waits.
  private static func unlimited(_ count: Int) -> StoreError { .locked(reason: "all \(count) connections are in use") }

  @_spi(Backend) public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    try await connections.close(until: deadline)
  }

  private func begin(
    _ access: SessionAccess, in pool: ConnectionPool<Connection>
  ) async throws(StoreError) -> SQLiteSession {
    let connection = try await pool.acquire()
    do {
      switch access {
      case .singleRead: break
      case .read: try connection.beginReading()
      case .write: try await connection.beginWriting(patience: options.busyTimeout)
      case .alone: try connection.file?.check()
      }
    } catch {
      pool.release(connection)
      throw connection.use.explained(error)
    }
    return SQLiteSession(connection, access, pool, tables, patience: options.busyTimeout)
  }

  /// Strict tables require SQLite 3.37.
  private static func checkVersion() throws(StoreError) {
    guard sqlite3_libversion_number() < 3_037_000 else { return }
    throw .backend(
      code: Int(sqlite3_libversion_number()),
      message: "SQLite \(String(cString: sqlite3_libversion())) is too old: 3.37 or later is needed")
  }
}

#endif
