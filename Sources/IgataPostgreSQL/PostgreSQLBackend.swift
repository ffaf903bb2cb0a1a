#if PostgreSQL
public import IgataRuntime

/// Keeps rows in a PostgreSQL database, or in what speaks its protocol.
///
/// ```swift
/// let store = Store(try PostgreSQLBackend("postgresql://app@localhost/household"))
/// ```
///
/// Connections are opened when they are first needed, up to ``PostgreSQLOptions/connectionCount``, and lent to one
/// session at a time; a task that waits for the server holds no thread. Sessions run at the same time, on what
/// ``PostgreSQLOptions/isolation`` says; a session that reads sees one state of the data for its whole life.
///
/// A commit is as durable as the server makes it. Text sorts by code point, as on every backend.
public final class PostgreSQLBackend: Backend {
  /// Tells this backend from every other.
  public let identity = StoreIdentity()
  private let options: PostgreSQLOptions
  private let pool: ConnectionPool
  private let tables = PreparedTables()

  /// A backend for the database at a URL, such as `postgresql://user@host:5432/name?sslmode=verify-full`, or under
  /// keywords, such as `host=/run/postgresql dbname=name`. What is left out, TLS and passwords included, is taken from
  /// libpq's environment variables and files.
  ///
  /// Nothing is connected to yet. Throws ``StoreError/accessDenied(reason:)`` where the text can't be read. No message
  /// and no description holds a password.
  public init(_ connection: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws(StoreError) {
    self.options = options
    pool = ConnectionPool(try ConnectionOpening(connection, options), options)
  }

  public func prepare(_ tables: [TableDescription]) async throws(StoreError) {
    self.tables.add(tables)
    let session = try await beginSession(.write)
    do {
      try await session.prepare(tables)
      try await session.commit()
    } catch {
      await session.rollback()
      throw error
    }
  }

  public func begin(_ access: Access) async throws(StoreError) -> any BackendSession {
    try await beginSession(access)
  }

  private func beginSession(_ access: Access) async throws(StoreError) -> PostgreSQLSession {
    PostgreSQLSession(try await pool.acquire(), access, options.isolation, pool, tables)
  }
}

#endif
