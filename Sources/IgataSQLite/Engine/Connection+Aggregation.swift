#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

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
    let statements = statements(of: query.table)
    let hasShape = shape.pointee.become(query, by: groups, aggregates)
    if hasShape, let selection = statements.selection(of: shape.pointee) {
      sink.bind(shape.pointee, to: selection)
      let statement = selection.statement.handle
      defer { sqlite3_clear_bindings(statement) }
      // Messages name the values of this query, not of the query that was translated.
      let expressions = groups.map(Optional.some) + aggregates.map(\.expression)
      var results = selection.results
      for (index, expression) in expressions.enumerated() { results[index].expression = expression }
      return try use(bound: statement) { (handle) throws(StoreError) in try read(handle, results, query.table) }
    }
    let (translated, results) = try QueryTranslator.aggregates(query, by: groups, aggregates, statements.text)
    let statement: Statement
    do {
      statement = try self.statement(for: translated.sql)
    } catch {
      throw error.storeError(query.table)
    }
    if hasShape { statements.keep(translated, statement, for: shape.pointee, results) }
    return try use(statement, translated.parameters) { (handle) throws(StoreError) in
      try read(handle, results, query.table)
    }
  }

  private func read(
    _ statement: OpaquePointer, _ results: [AggregateResult], _ table: TableDescription
  ) throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      var values: [StoredValue] = []
      values.reserveCapacity(results.count)
      for result in results { values.append(try result.value(in: SteppedRow(statement: statement), of: table)) }
      rows.append(values)
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw EngineFailure(database).storeError(table) }
    return rows
  }
}

#endif
