#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension SQLiteSession {
  func updateRows(_ query: RowQuery, _ assignments: [ColumnAssignment]) throws(StoreError) -> Int {
    let table = query.table
    let update = try QueryTranslator.update(query, assignments, connection.statements(of: table).text)
    let statement = try statement(update, table)
    connection.assignedColumns.begin(table)
    return try connection.use(statement, update.parameters) { (handle) throws(StoreError) in
      guard sqlite3_step(handle) == SQLITE_DONE else {
        throw updateError(EngineFailure(connection.database), handle, table)
      }
      return Int(sqlite3_changes64(connection.database))
    }
  }

  private func updateError(_ failure: EngineFailure, _ handle: OpaquePointer, _ table: TableDescription) -> StoreError {
    if failure.message == SQLFunction.overflowMessage, let broken = connection.assignedColumns.broken { return broken }
    sqlite3_reset(handle)
    if failure.isForeignKey, let error = brokenRelation(of: handle, table) { return error }
    return error(failure, table)
  }
}

#endif
