#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension SQLiteSession {
  func delete(_ query: RowQuery, by statement: TranslatedQuery) throws(StoreError) -> Int {
    do {
      return try undoingFailures(isNeeded: tables.mayCascadeInCircles(query.table)) { () throws(EngineFailure) in
        let deletion = try connection.statements[statement.sql]
        return try connection.use(deletion, statement.parameters) { (deletion) throws(EngineFailure) in
          try deletion.stepToEnd()
          connection.usedRowCount = connection.changedRowCount
          return connection.usedRowCount
        }
      }
    } catch {
      guard connection.isInTransaction, error.isForeignKey || error.isRecursion else {
        throw error.storeError(query.table)
      }
    }
    return try deleteLevelByLevel(query)
  }

  /// Deletes rows if SQLite can't apply the delete rules itself, or reports that one failed but not which.
  private func deleteLevelByLevel(_ query: RowQuery) throws(StoreError) -> Int {
    let table = query.table
    let selection = try QueryTranslator.keys(of: query, text(of: table))
    return try connection.mapped(table) { () throws(EngineFailure) -> Result<Int, StoreError> in
      let types = table.storedKeyTypes(tables.adapted)
      let keys = try connection.values(selection.sql, selection.parameters, types)
      let doomed = try CascadedRows(keys, of: table, connection, tables)
      if let error = try doomed.restriction() { return .failure(error) }
      try undoingFailures(doomed.delete)
      return .success(keys.count)
    }.get()
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
