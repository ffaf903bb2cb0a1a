#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// A backend that stores rows in a PostgreSQL database, or in a server that is compatible with it.
///
/// ```swift
/// let store = Store(try PostgreSQLBackend("postgresql://app@localhost/household"))
/// ```
///
/// Connections are opened when they are first needed, up to ``PostgreSQLOptions/connectionCount``, and used by one
/// session at a time. A task that waits for the server does not block its thread for more than 10 milliseconds.
/// Sessions that read run at the same time, and each sees one snapshot of the data; ``PostgreSQLOptions/isolation``
/// determines how sessions that write affect each other.
///
/// A commit is as durable as the server's configuration makes it. Text sorts by code point, as on every backend.
public final class PostgreSQLBackend: Backend {
  /// Identifies this backend.
  @_spi(Backend) public let identity: StoreIdentity
  /// Yes.
  @_spi(Backend) public var reportsStatements: Bool { true }
  let options: PostgreSQLOptions
  let opening: ConnectionOpening
  let pool: ConnectionPool<Connection>
  let writers: ConnectionPool<Connection>
  let streams: ConnectionPool<Connection>
  /// The connection that listens for what others commit.
  let listener: ConnectionPool<Connection>
  /// Those of all pools.
  let connections: OpenConnections<Connection>
  let notice: ChangeNotice
  /// Decides about the wait for lookups, which the server answers sooner than other statements.
  let spin: AdaptiveSpin
  /// The lookups that wait for their answers.
  let inFlight: InFlightCount
  /// Lookups of one scope are sent together.
  let openBatches = OpenBatches()
  let tables: PreparedTables
  /// The settings of the sessions.
  let settings: ScopeSettings?

  /// Creates a backend for the database at a URL, such as `postgresql://user@host:5432/name?sslmode=verify-full`, or
  /// with keywords, such as `host=/run/postgresql dbname=name`. Settings that are left out, including TLS and
  /// passwords, are taken from libpq's environment variables and files.
  ///
  /// This does not connect to the server. Throws ``/IgataRuntime/StoreError/accessDenied(reason:)`` if the text can't
  /// be parsed. No error message or description contains a password.
  public init(_ connection: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws(StoreError) {
    self.options = options
    identity = StoreIdentity()
    connections = OpenConnections()
    notice = ChangeNotice()
    spin = AdaptiveSpin()
    inFlight = InFlightCount()
    tables = PreparedTables(PostgreSQLDialect())
    settings = nil
    opening = try ConnectionOpening(connection, options)
    pool = opening.pool(of: options.connectionCount, in: connections, of: identity)
    // Writers that wait for each other wait for this one connection, and leave the others to readers.
    writers = options.isolation == .oneWriter ? opening.pool(of: 1, in: connections, of: identity) : pool
    streams = opening.pool(of: options.streamCount, in: connections, of: identity)
    listener = opening.pool(of: 1, in: connections, of: identity)
  }

  /// The same backend, whose sessions begin with these settings.
  private init(_ base: PostgreSQLBackend, _ settings: ScopeSettings) {
    identity = base.identity
    options = base.options
    opening = base.opening
    pool = base.pool
    writers = base.writers
    streams = base.streams
    listener = base.listener
    connections = base.connections
    notice = base.notice
    spin = base.spin
    inFlight = base.inFlight
    tables = base.tables
    self.settings = settings
  }

  @_spi(Backend) public var sessionScope: SessionScope? { settings?.scope }

  @_spi(Backend) public func scoped(to scope: SessionScope) throws(StoreError) -> any Backend {
    if scope.settings.keys.contains(where: { $0.lowercased() == "search_path" }) { notice.hearOtherSchemas() }
    return PostgreSQLBackend(self, try ScopeSettings(settings?.scope.merging(scope) ?? scope))
  }

  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    self.tables.add(tables)
    let session = try await beginSession(.write, in: writers)
    do {
      let report = try await session.prepare(tables)
      try await session.commit()
      return report
    } catch {
      await session.rollback()
      throw error
    }
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    let pool =
      switch access {
      case .singleRead, .read: pool
      case .write: writers
      // What a statement changes of its connection ends with it, and nobody waits for a connection meanwhile.
      case .alone: opening.pool(of: 1, in: connections, of: identity)
      }
    return try await beginSession(access, in: pool)
  }

  /// Begins a session on a separate connection, so that other sessions do not wait for open streams.
  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    try await beginSession(.read, in: streams)
  }

  /// The commits of other backends on the same database, in this process or another; see
  /// ``PostgreSQLOptions/notifiesOthers``. Other programs can notify the backend as well, with
  /// `NOTIFY igata_changes, 'anything'`.
  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await OutsideChanges(pool: listener, notice: notice).changes()
  }

  @_spi(Backend) public func checkTables() async throws(StoreError) {
    try await beginSession(.singleRead, in: pool).checkTables(
      by: """
        SELECT c.relname::text, a.attname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND a.attnum > 0 AND NOT a.attisdropped
        """)
  }

  @_spi(Backend) public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    try await connections.close(until: deadline)
  }

  private func beginSession(
    _ access: SessionAccess, in pool: ConnectionPool<Connection>
  ) async throws(StoreError) -> PostgreSQLSession {
    // Settings hold in transactions.
    let access = access == .singleRead && settings != nil ? .read : access
    return PostgreSQLSession(
      try await pool.acquire(), access, options.isolation.beginning(access, settings), pool, tables,
      options.notifiesOthers ? notice : nil)
  }

  /// Closes the connections that nobody uses, as the parameters of their statements have the types of older tables.
  func forgetStatements() { for pool in [pool, writers, streams] { pool.closeIdle() } }
}

#endif
