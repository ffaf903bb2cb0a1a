extension RowQuery {
  /// The names of the tables whose rows determine the result of the query: its own, and those of its conditions,
  /// orderings and values. Changes of other tables don't affect the result.
  @_spi(Backend) public var tableNames: Set<String> { Set(reach.tables.keys) }

  /// Like ``tableNames``, including the aggregates over the rows and the expressions that they are grouped by.
  @_spi(Backend) public func tableNames(_ aggregates: [Aggregate], by groups: [QueryExpression] = []) -> Set<String> {
    Set(readTables(aggregates, by: groups).keys)
  }

  /// The tables of ``tableNames(_:by:)``, to be observed.
  func readTables(_ aggregates: [Aggregate], by groups: [QueryExpression]) -> [String: WatchedTable] {
    var reach = reach
    for expression in groups + aggregates.compactMap(\.expression) { reach.add(expression, [table]) }
    return reach.tables
  }

  private var reach: QueryReach {
    var reach = QueryReach()
    reach.add(WatchedTable(table))
    if let condition { reach.add(condition, [table]) }
    for expression in order.map(\.expression) + partition + (values ?? []) { reach.add(expression, [table]) }
    return reach
  }
}

extension Aggregate {
  /// The name of the function that computes it.
  var name: String {
    switch self {
    case .count: "count"
    case .sum: "sum"
    case .minimum: "min"
    case .maximum: "max"
    case .average: "average"
    }
  }

  /// Whether it is null where there is nothing to aggregate.
  package var isNullable: Bool {
    switch self {
    case .count, .sum: false
    case .minimum, .maximum, .average: true
    }
  }

  /// The aggregate of another expression.
  func mapped(_ transform: (QueryExpression) -> QueryExpression) -> Aggregate {
    switch self {
    case .count: .count
    case .sum(let expression): .sum(transform(expression))
    case .minimum(let expression): .minimum(transform(expression))
    case .maximum(let expression): .maximum(transform(expression))
    case .average(let expression): .average(transform(expression))
    }
  }

  /// The expression that is aggregated; `nil` for the number of rows.
  package var expression: QueryExpression? {
    switch self {
    case .count: nil
    case .sum(let expression), .minimum(let expression), .maximum(let expression), .average(let expression): expression
    }
  }
}

/// The tables that a query reads. `tables` are the query's own, followed by those of the enclosing related rows.
private struct QueryReach {
  private(set) var tables: [String: WatchedTable] = [:]

  mutating func add(_ table: WatchedTable) { tables[table.name] = table }

  mutating func add(_ condition: Condition, _ tables: [TableDescription]) {
    condition.forEachOperand { operand in
      switch operand {
      case .expression(let expression): add(expression, tables)
      case .rows(let rows): add(rows, tables)
      }
    }
  }

  mutating func add(_ expression: QueryExpression, _ tables: [TableDescription]) {
    switch expression {
    case .value, .unsupported: break
    case .column(let path, _): _ = add(path, tables)
    case .arithmetic(_, let left, let right):
      add(left, tables)
      add(right, tables)
    case .lowercased(let operand), .datePart(_, let operand), .json(let operand, _, _): add(operand, tables)
    case .related(let aggregate, let rows):
      add(rows, tables)
      if let expression = aggregate.expression { add(expression, tables.inside(rows)) }
    case .aggregate(let aggregate): if let expression = aggregate.expression { add(expression, tables) }
    }
  }

  private mutating func add(_ rows: RelatedRows, _ tables: [TableDescription]) {
    guard let owner = add(rows.owner, tables), let target = owner.toManyTarget(rows.relation) else { return }
    add(WatchedTable(target))
    if let join = owner.joinColumns(rows.relation)?.join { add(WatchedTable(join, between: owner, and: target)) }
    if let condition = rows.condition { add(condition, tables + [target]) }
  }

  private mutating func add(_ path: RelationPath, _ tables: [TableDescription]) -> TableDescription? {
    guard var table = tables.table(at: path.origin) else { return nil }
    for step in path.steps {
      guard let next = table.table(along: [step]) else { return nil }
      table = next
      add(WatchedTable(table))
    }
    return table
  }
}
