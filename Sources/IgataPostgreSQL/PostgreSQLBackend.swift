#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// Keeps rows in a PostgreSQL database, or in what speaks its protocol.
///
/// ```swift
/// let store = Store(try PostgreSQLBackend("postgresql://app@localhost/household"))
/// ```
///
/// Connections are opened when they are first needed, up to ``PostgreSQLOptions/connectionCount``, and lent to one
/// session at a time; a task that waits for the server holds no thread for more than 10 milliseconds. Sessions that read
/// run at the same time, and each sees one state of the data for its whole life; ``PostgreSQLOptions/isolation``
/// decides how those that write meet.
///
/// A commit is as durable as the server makes it. Text sorts by code point, as on every backend.
public final class PostgreSQLBackend: Backend {
  /// Tells this backend from every other.
  @_spi(Backend) public let identity = StoreIdentity()
  let options: PostgreSQLOptions
  private let opening: ConnectionOpening
  let pool: ConnectionPool<Connection>
  private let writers: ConnectionPool<Connection>
  private let streams: ConnectionPool<Connection>
  private let notice = ChangeNotice()
  /// That for finding rows by their keys, which takes the server less time than other statements.
  let spin = AdaptiveSpin()
  /// Those who look for rows by their keys at this moment.
  let inFlight = InFlightCount()
  let openBatches = OpenBatches()
  let tables = PreparedTables(PostgreSQLQueries())

  /// A backend for the database at a URL, such as `postgresql://user@host:5432/name?sslmode=verify-full`, or under
  /// keywords, such as `host=/run/postgresql dbname=name`. What is left out, TLS and passwords included, is taken from
  /// libpq's environment variables and files.
  ///
  /// Nothing is connected to yet. Throws ``StoreError/accessDenied(reason:)`` where the text can't be read. No message
  /// and no description holds a password.
  public init(_ connection: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws(StoreError) {
    self.options = options
    opening = try ConnectionOpening(connection, options)
    pool = opening.pool(of: options.connectionCount)
    // Those that wait for their turn wait here, and take no connection from those that read.
    writers = options.isolation == .oneWriter ? opening.pool(of: 1) : pool
    streams = opening.pool(of: options.streamCount)
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
    try await beginSession(access, in: access == .write ? writers : pool)
  }

  /// On a connection of its own, so that streams that are open keep nobody else waiting.
  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    try await beginSession(.read, in: streams)
  }

  /// What the backends of other processes, and others in this one, commit on the same database; see
  /// ``PostgreSQLOptions/notifiesOthers``. Other programs are noticed where they do the same:
  /// `NOTIFY igata_changes, 'anything'`.
  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await OutsideChanges(opening: opening, notice: notice).changes()
  }

  private func beginSession(
    _ access: SessionAccess, in pool: ConnectionPool<Connection>
  ) async throws(StoreError) -> PostgreSQLSession {
    PostgreSQLSession(
      try await pool.acquire(), access, options.isolation, pool, tables, options.notifiesOthers ? notice : nil)
  }
}

#endif
