internal import IgataTables

extension MemoryDatabase {
  /// Changes the rows that the query selects, and returns their number.
  mutating func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) throws(StoreError) -> Int {
    let number = try number(of: query.table)
    let rows = try select(query)
    // All values are computed before the first row is changed, as they may be those of other rows.
    let changed = try changed(rows, assignments, query.table)
    for (old, row) in zip(rows, changed) {
      try put(row, tables[number].key(of: row), replacing: old, into: number)
    }
    return rows.count
  }

  private func changed(
    _ rows: [[StoredValue]], _ assignments: [ColumnAssignment], _ table: TableDescription
  ) throws(StoreError) -> [[StoredValue]] {
    let evaluation = RowEvaluation(database: self, tables: [table])
    var values: [RowEvaluation.Value] = []
    for assignment in assignments { values.append(try evaluation.value(assignment.value)) }
    var changed = rows
    for index in rows.indices {
      let frame = RowFrame(rows[index])
      for (assignment, value) in zip(assignments, values) {
        let value = try value(frame)
        changed[index][assignment.column] = try table.stored(value, by: assignment)
      }
    }
    return changed
  }
}

extension TableDescription {
  /// The result of an assignment as its column stores it. Throws if it can't.
  fileprivate func stored(_ value: StoredValue, by assignment: ColumnAssignment) throws(StoreError) -> StoredValue {
    let column = columns[assignment.column]
    guard let fitted = column.fitted(value) else { throw .overflow(expression: text(of: assignment.value)) }
    if let rule = column.rule(brokenBy: fitted) {
      throw .checkFailed(model: model, field: field(at: assignment.column), rule: rule)
    }
    return fitted
  }
}
