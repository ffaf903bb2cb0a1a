#if PostgreSQL
public import IgataRuntime
internal import Synchronization

extension PostgreSQLBackend: AskedBackend {
  /// Asks on a connection that is free, and keeps the thread for a moment, in which a server on the same machine has
  /// answered. Where there is none, or its statement is not prepared, nothing is asked.
  public func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> AskedRow {
    if Task.isCancelled { throw .cancelled }
    guard let connection = pool.acquireAtOnce() else { return .unasked }
    guard let find = connection.find(table, { tables.text(of: table).finding }), find.take(key) else {
      pool.release(connection)
      return .unasked
    }
    var answers = Answers()
    do throws(ServerFailure) {
      guard try connection.ask(find, &answers, patience) else {
        return .awaited(AwaitedRow(connection, pool, answers, table, tables))
      }
    } catch {
      pool.release(connection)
      // A connection that lay idle may have been cut meanwhile. The ordinary way finds another one.
      if error.isConnectionLost { return .unasked }
      throw error.storeError(table, tables.all)
    }
    defer { pool.release(connection) }
    guard let result = answers.results.first else { return .unasked }
    if find.foundTypes.isEmpty { find.foundTypes = result.columnTypes }
    try result.read(table, types: find.foundTypes, consume)
    return .read
  }
}

/// A row whose key was sent to the server, and which it has not sent yet.
private final class AwaitedRow: AwaitedAnswer {
  private let connection: Connection
  private let pool: ConnectionPool
  private let answers: Answers
  private let table: TableDescription
  private let tables: PreparedTables
  private let isTaken = Atomic(false)

  init(
    _ connection: Connection, _ pool: ConnectionPool, _ answers: Answers, _ table: TableDescription,
    _ tables: PreparedTables
  ) {
    self.connection = connection
    self.pool = pool
    self.answers = answers
    self.table = table
    self.tables = tables
  }

  deinit {
    guard !isTaken.load(ordering: .acquiring) else { return }
    connection.owe(1)
    pool.release(connection)
  }

  func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      throw .misuse(reason: "an answer was read twice")
    }
    defer { pool.release(connection) }
    let all: Answers
    do throws(ServerFailure) {
      all = try await connection.waiting(true) { () async throws(ServerFailure) in
        try await self.connection.answers(after: self.answers)
      }
    } catch {
      throw error.storeError(table, tables.all)
    }
    try all.results.first?.read(table, consume)
  }
}

#endif
