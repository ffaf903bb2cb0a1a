#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The one connection of a migration, which keeps its locks from one transaction to the next.
struct MigrationConnection {
  /// How long a statement waits for a lock, in milliseconds. Programs queue behind a statement that waits.
  static let lockTimeout = 2000

  private let pool: ConnectionPool<Connection>
  private let isolation: PostgreSQLOptions.Isolation
  private let tables: PreparedTables
  private let notice: ChangeNotice?

  init(_ backend: PostgreSQLBackend) {
    pool = backend.opening.forMigrations.pool(of: 1, in: backend.connections, of: backend.identity)
    isolation = backend.options.isolation
    tables = backend.tables
    notice = backend.options.notifiesOthers ? backend.notice : nil
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  ///
  /// - Parameter isKept: Whether the transaction is committed. Otherwise it doesn't wait for programs that write.
  func inTransaction<Result>(
    isKept: Bool = true, _ body: (PostgreSQLSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let isolation = isKept ? isolation : .readCommitted
    let beginning = isolation.beginning(.write, nil)
    let session = PostgreSQLSession(try await pool.acquire(), .write, beginning, pool, tables, notice)
    do {
      let result = try await body(session)
      if isKept { try await session.commit() } else { await session.rollback() }
      return result
    } catch {
      await session.rollback()
      throw error
    }
  }

  /// Runs a statement outside of any transaction.
  ///
  /// - Returns: The first column of the first row.
  @discardableResult
  func run(_ sql: String) async throws(ServerFailure) -> String? {
    let connection: Connection
    do {
      connection = try await pool.acquire()
    } catch {
      throw ServerFailure(lost: "\(error)")
    }
    defer { pool.release(connection) }
    guard let result = try await connection.run([.command(sql)]).last, result.rowCount > 0, result.columnCount > 0,
      !result.isNull(0, 0)
    else { return nil }
    return String(serverBytes: result.bytes(0, 0))
  }
}

#endif
