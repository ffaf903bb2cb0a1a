extension Backend {
  /// Runs `body` in a session, which is committed, or rolled back if it throws. Observers aren't told.
  package func inSession<Result>(
    _ access: SessionAccess, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let session = try await begin(access)
    do {
      let result = try await body(session)
      try await session.commit()
      return result
    } catch {
      await session.rollback()
      throw error
    }
  }
}

extension BackendSession {
  /// The keys of the rows that the query selects, in its order.
  package func keys(_ query: RowQuery) async throws(StoreError) -> [[StoredValue]] {
    try await values(of: query.table.primaryKey, query)
  }

  /// All rows of a table.
  package func rows(of table: TableDescription) async throws(StoreError) -> [[StoredValue]] {
    try await values(of: Array(table.columns.indices), RowQuery(table))
  }

  /// Some columns of the rows that the query selects, in its order.
  package func values(of columns: [Int], _ query: RowQuery) async throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try await read(query) { (row) throws(StoreError) in
      while row.next() {
        var values: [StoredValue] = []
        for column in columns { values.append(row.rawValue(column)) }
        rows.append(values)
      }
      if let error = row.fault?.readingError(query.table, row: row.keyText(query.table)) { throw error }
    }
    return rows
  }

  /// The rows of a query in SQL, whose columns are those of `table`.
  package func rows(_ sql: SQL, as table: TableDescription) async throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try await read(sql, as: { (_) throws(StoreError) in table }) { (row) throws(StoreError) in
      while row.next() { rows.append(table.columns.indices.map { row.rawValue($0) }) }
    }
    return rows
  }

  /// Writes rows. Throws if a row to update is missing.
  package func write(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ table: TableDescription
  ) async throws(StoreError) {
    let written = try await write(RowWrite(kind, table, count: rows.count)) { (writer) throws(StoreError) in
      for row in rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        guard writer.finishRow() else { return }
      }
    }
    guard written == rows.count else { throw .notFound(model: table.model, key: "") }
  }
}
