extension RowQuery {
  /// The tables whose rows decide what the query gives: its own, and those that its conditions and orders and what is
  /// computed over its rows reach. A change of any other table changes nothing.
  func tables(readBy computed: [QueryExpression] = []) -> [TableDescription] {
    var reach = QueryReach(table)
    if let condition { reach.add(condition, [table]) }
    for expression in order.map(\.expression) + computed { reach.add(expression, [table]) }
    return reach.tables
  }
}

extension Aggregate {
  /// What is reduced; nothing for the number of rows.
  package var expression: QueryExpression? {
    switch self {
    case .count: nil
    case .sum(let expression), .minimum(let expression), .maximum(let expression), .average(let expression): expression
    }
  }
}

/// The tables that a query reaches. What is looked at is given with the query's own table and those of the related rows
/// around the place.
private struct QueryReach {
  private(set) var tables: [TableDescription]
  private var names: Set<String>

  init(_ table: TableDescription) {
    tables = [table]
    names = [table.name]
  }

  private mutating func add(_ table: TableDescription) {
    if names.insert(table.name).inserted { tables.append(table) }
  }

  mutating func add(_ condition: Condition, _ tables: [TableDescription]) {
    switch condition.kind {
    case .always, .never, .keyIsIn, .unsupported: break
    case .comparison(let left, _, let right):
      add(left, tables)
      add(right, tables)
    case .isNull(let expression), .isIn(let expression, _), .text(let expression, _, _): add(expression, tables)
    case .not(let condition): add(condition, tables)
    case .all(let terms), .any(let terms): for term in terms { add(term, tables) }
    case .exists(let rows): add(rows, tables)
    }
  }

  mutating func add(_ expression: QueryExpression, _ tables: [TableDescription]) {
    switch expression {
    case .value, .unsupported: break
    case .column(let path, _): _ = add(path, tables)
    case .arithmetic(_, let left, let right):
      add(left, tables)
      add(right, tables)
    case .lowercased(let text): add(text, tables)
    case .count(let rows): add(rows, tables)
    }
  }

  private mutating func add(_ rows: RelatedRows, _ tables: [TableDescription]) {
    guard let owner = add(rows.owner, tables), let target = owner.toManyTarget(rows.relation) else { return }
    add(target)
    if case .ordered(let join) = owner.relations[rows.relation].kind {
      // Where its description was never made, its name is enough: its rows go with the owner's and the target's.
      let known = owner.joins.withLock { $0[rows.relation] }
      add(known ?? TableDescription(model: owner.model, name: join.table, columns: [], primaryKey: []))
    }
    if let condition = rows.condition { add(condition, tables + [target]) }
  }

  private mutating func add(_ path: RelationPath, _ tables: [TableDescription]) -> TableDescription? {
    guard var table = tables.table(at: path.origin) else { return nil }
    for step in path.steps {
      guard let next = table.table(along: [step]) else { return nil }
      table = next
      add(table)
    }
    return table
  }
}
