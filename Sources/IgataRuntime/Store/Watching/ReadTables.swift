extension RowQuery {
  /// The tables from which the query takes anything: its own, and those that its paths lead through.
  func tables(readBy aggregates: [Aggregate] = []) -> [TableDescription] {
    var tables = ReadTables(table)
    if let condition { tables.add(condition) }
    for ordering in order { tables.add(ordering.expression) }
    for aggregate in aggregates {
      switch aggregate {
      case .count: continue
      case .sum(let expression), .minimum(let expression), .maximum(let expression), .average(let expression):
        tables.add(expression)
      }
    }
    return tables.tables
  }
}

/// Collects the tables of expressions. Called for queries that were checked, which do not nest too deeply.
private struct ReadTables {
  private(set) var tables: [TableDescription]

  init(_ table: TableDescription) { tables = [table] }

  private mutating func add(_ path: RelationPath) {
    var table = tables[0]
    for step in path.steps {
      guard table.relations.indices.contains(step) else { return }
      table = table.relations[step].target().table
      if !tables.contains(where: { $0 === table }) { tables.append(table) }
    }
  }

  mutating func add(_ expression: QueryExpression) {
    switch expression {
    case .column(let path, _): add(path)
    case .value: return
    case .arithmetic(_, let left, let right):
      add(left)
      add(right)
    }
  }

  mutating func add(_ condition: Condition) {
    switch condition {
    case .always, .never, .keyIsIn: return
    case .comparison(let left, _, let right):
      add(left)
      add(right)
    case .isNull(let expression), .isIn(let expression, _), .text(let expression, _, _): add(expression)
    case .not(let condition): add(condition)
    case .and(let left, let right), .or(let left, let right):
      add(left)
      add(right)
    }
  }
}
