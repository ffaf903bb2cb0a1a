#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension SQLiteSession {
  func deleteRows(_ query: RowQuery) throws(StoreError) -> Int {
    let deletion = try QueryTranslator.deletion(query, connection.statements(of: query.table).text)
    let statement = try statement(deletion, query.table)
    do {
      return try undoingFailures(isNeeded: tables.mayCascadeInCircles(query.table)) { () throws(EngineFailure) in
        try connection.use(statement, deletion.parameters) { (handle) throws(EngineFailure) in
          guard sqlite3_step(handle) == SQLITE_DONE else { throw EngineFailure(connection.database) }
        }
        return Int(sqlite3_changes64(connection.database))
      }
    } catch {
      guard connection.isInTransaction, error.isForeignKey || error.isRecursion else {
        throw self.error(error, query.table)
      }
    }
    return try deleteLevelByLevel(query)
  }

  /// Deletes rows if SQLite can't apply the delete rules itself, or reports that one failed but not which.
  private func deleteLevelByLevel(_ query: RowQuery) throws(StoreError) -> Int {
    let table = query.table
    let selection = try QueryTranslator.keys(of: query, connection.statements(of: table).text)
    let keys = try mapped(table) { () throws(EngineFailure) in
      try connection.values(selection.sql, selection.parameters, table.primaryKey.map { table.columns[$0].type })
    }
    let doomed = try mapped(table) { () throws(EngineFailure) in try CascadedRows(keys, of: table, connection, tables) }
    if let error = try mapped(table, doomed.restriction) { throw error }
    try mapped(table) { () throws(EngineFailure) in try undoingFailures(doomed.delete) }
    return keys.count
  }

  /// SQLite rolls back a statement that failed, except if it failed because of too many levels.
  private func undoingFailures<Result>(
    isNeeded: Bool = true, _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    guard isNeeded else { return try body() }
    try connection.run("SAVEPOINT deletion")
    do throws(EngineFailure) {
      let result = try body()
      try connection.run("RELEASE deletion")
      return result
    } catch {
      if connection.isInTransaction {
        try connection.run("ROLLBACK TO deletion")
        try connection.run("RELEASE deletion")
      }
      throw error
    }
  }
}

#endif
