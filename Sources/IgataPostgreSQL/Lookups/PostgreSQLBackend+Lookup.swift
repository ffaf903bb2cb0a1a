#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLBackend: LookupBackend {
  /// Who is alone asks on a connection that is free, and keeps the thread for a moment, in which a server on the same
  /// machine has answered. Where the statement is not prepared on it, nothing is asked.
  ///
  /// Where others ask at the same time, or no connection is free, the row is asked for together with theirs.
  @usableFromInline package func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome {
    if Task.isCancelled { throw .cancelled }
    guard inFlight.isEmpty, let connection = try pool.acquireSynchronously() else {
      return openBatches.ask(table, key, self).map { .awaited($0) } ?? .unasked
    }
    guard let find = connection.find(table, { tables.text(of: table).finding }), find.take(key) else {
      pool.release(connection)
      return .unasked
    }
    inFlight.enter()
    do throws(ServerFailure) {
      try connection.ask(find)
      // As who asks often leaves a server on the same machine the processor, the answer may be there at once.
      guard try connection.answersSoon(find, spin) else { return .awaited(AwaitedRow(self, connection, find)) }
    } catch {
      leave(connection)
      // A connection that lay idle may have been cut meanwhile. The ordinary way finds another one.
      if error.isConnectionLost { return .unasked }
      throw error.storeError(table, tables.all)
    }
    defer { leave(connection) }
    try find.read(consume)
    return .read
  }

  /// Ends what was asked on a connection.
  func leave(_ connection: Connection) {
    inFlight.leave()
    pool.release(connection)
  }
}

#endif
