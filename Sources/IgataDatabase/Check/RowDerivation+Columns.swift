internal import IgataEvolution
internal import IgataSamples
internal import IgataTables

extension RowDerivation {
  /// The columns that get the values of old ones.
  var nextColumns: [ColumnLocation: [ColumnDescription]] {
    var result: [ColumnLocation: [ColumnDescription]] = [:]
    for table in tables {
      for origin in table.rows { for cell in origin.cells { cell.collect(origin.source, &result) } }
    }
    return result
  }
}

extension DerivedCell {
  fileprivate func collect(_ table: String, _ result: inout [ColumnLocation: [ColumnDescription]]) {
    switch self {
    case .kept(let kept):
      result[ColumnLocation(table: table, column: kept.column), default: []].append(kept.new)
      kept.replacement?.collect(table, &result)
    case .linked(let link, let cell, let none):
      cell.collect(link.table, &result)
      none.collect(table, &result)
    case .firstNonNull(let first, let second), .when(_, let first, let second):
      first.collect(table, &result)
      second.collect(table, &result)
    case .derivedUUID(_, let parts): for part in parts { part.collect(table, &result) }
    case .constant, .expression, .unknown, .rank, .missing: break
    }
  }

  /// The expressions of a cell, each with the old table that it reads.
  func expressions(_ table: String) -> [(expression: RowExpression, table: String)] {
    switch self {
    case .expression(let expression): [(expression, table)]
    case .kept(let kept): kept.replacement?.expressions(table) ?? []
    case .linked(let link, let cell, let none): cell.expressions(link.table) + none.expressions(table)
    case .firstNonNull(let first, let second), .when(_, let first, let second):
      first.expressions(table) + second.expressions(table)
    case .derivedUUID(_, let parts): parts.flatMap { $0.expressions(table) }
    case .constant, .unknown, .rank, .missing: []
    }
  }
}
