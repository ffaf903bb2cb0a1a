#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

// Many rows are read with a cursor, a batch at a time: models are made of one batch while the server works on the next,
// and libpq does not collect all rows first. A few rows are not worth the additional commands.
extension PostgreSQLSession {
  /// The number of rows from which a cursor is used.
  static let many: Int32 = 2048
  private static let cursor = "igata_rows"

  /// Whether the query is expected to return many rows, because it did the last time; `nil` if it was not read before.
  func givesMany(_ query: RowQuery, _ request: Request) -> Bool? {
    guard query.limit ?? .max >= Int(Self.many), case .statement(let sql, _) = request else { return false }
    return connection.statements.givesMany[sql]
  }

  /// Remembers whether a query returned many rows.
  func note(_ query: RowQuery, _ request: Request, count: Int32) {
    guard query.limit ?? .max >= Int(Self.many), case .statement(let sql, _) = request else { return }
    let givesMany = count >= Self.many
    if connection.statements.givesMany[sql] != givesMany { connection.statements.givesMany[sql] = givesMany }
  }

  /// Reads a query with a cursor. If it fails, the transaction is as it was before.
  func readInBatches(
    _ query: RowQuery, _ request: Request, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    var batches = CursorBatches(connection, of: Self.cursor)
    do throws(StoreError) {
      let count = try await read(query, request, from: &batches, consume)
      note(query, request, count: count)
    } catch {
      batches.end()
      if access == .singleRead { close() } else if !connection.isLost { await undo() }
      throw error
    }
    batches.end()
    close()
  }

  private func read(
    _ query: RowQuery, _ request: Request, from batches: inout CursorBatches,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int32 {
    let start = access == .singleRead ? [.command("BEGIN READ ONLY")] : takeSavepoint()
    let requests = start + [request.declaring(Self.cursor)]
    let table = try query.resultTable()
    var types: [ServerType?]?
    var count: Int32 = 0
    do throws(ServerFailure) { try batches.begin(requests) } catch { throw error.storeError(query.table, tables.all) }
    while true {
      let result: ServerResult?
      do throws(ServerFailure) {
        result = try await batches.next()
      } catch {
        throw error.storeError(query.table, tables.all)
      }
      guard let result else { return count }
      count += result.rowCount
      let known = types ?? result.columnTypes
      types = known
      try result.read(table, types: known, consume)
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Closes the cursor, without waiting for the server.
  private func close() {
    guard !connection.isLost else { return }
    // A failure here marks the connection as lost, which its next user notices.
    try? connection.send(andForget: access == .singleRead ? "ROLLBACK" : "CLOSE \(Self.cursor)")
  }
}

extension Request {
  /// The request that opens a cursor for this statement. It is not prepared, as the server plans it each time.
  fileprivate func declaring(_ name: String) -> Request {
    let start = "DECLARE \(name) NO SCROLL CURSOR FOR "
    return switch self {
    case .command(let sql): .command(start + sql)
    case .statement(let sql, let parameters), .unprepared(let sql, let parameters),
      .settings(let sql, let parameters, _):
      .unprepared(start + sql, parameters)
    }
  }
}

#endif
