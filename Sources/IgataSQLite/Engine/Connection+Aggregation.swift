#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension Connection {
  /// Returns the query whose rows have the values of each group, followed by its aggregates.
  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) throws(StoreError) -> [[StoredValue]] {
    let statements = statements[query.table]
    let hasShape = shape.pointee.become(query, by: groups, aggregates)
    if hasShape, let selection = statements.selection(of: shape.pointee) {
      // Messages name the values of this query, not of the query that was translated.
      let expressions = groups.map(Optional.some) + aggregates.map(\.expression)
      var results = selection.results
      for (index, expression) in expressions.enumerated() { results[index].expression = expression }
      return try use(selection) { (statement) throws(StoreError) in try read(statement, results, query.table) }
    }
    let (translated, results) = try QueryTranslator.aggregates(query, by: groups, aggregates, statements.text)
    let statement = try mapped(query.table) { () throws(EngineFailure) in try self.statements[translated.sql] }
    if hasShape { statements.keep(translated, statement, for: shape.pointee, results) }
    return try use(statement, translated.parameters) { (statement) throws(StoreError) in
      try read(statement, results, query.table)
    }
  }

  private func read(
    _ statement: Statement, _ results: [AggregateResult], _ table: TableDescription
  ) throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    while try mapped(table, { () throws(EngineFailure) in try statement.step() }) {
      rows.append(try results.values(in: SteppedRow(statement: statement.handle), of: table))
    }
    usedRowCount = rows.count
    return rows
  }
}

/// The current row of a statement.
struct SteppedRow: AggregateRow {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, number(column)) == SQLITE_NULL }

  func integer(_ column: Int) -> Int64? { sqlite3_column_int64(statement, number(column)) }

  func text(_ column: Int) -> String? { sqlite3_column_text(statement, number(column)).map { String(cString: $0) } }

  func value(_ column: Int, _ type: ColumnType) -> StoredValue? { StoredValue(statement, number(column), type) }

  private func number(_ column: Int) -> Int32 { Int32(truncatingIfNeeded: column) }
}

#endif
