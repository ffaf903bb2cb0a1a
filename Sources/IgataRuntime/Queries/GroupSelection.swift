internal import IgataTables

/// The values that are computed for each group of a grouped query.
///
/// A backend computes the aggregates. The groups are then the rows of a table of their own, whose columns are their
/// number, the keys and the aggregates. On this table, the condition, the orderings and the values are evaluated.
struct GroupSelection {
  /// The query whose rows are grouped.
  let rows: RowQuery
  /// The expressions by which they are grouped.
  let keys: [QueryExpression]
  /// The aggregates that a backend computes, each once.
  private(set) var aggregates: [Aggregate] = []
  private var groups: RowQuery

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for what no group has, and
  /// ``StoreError/misuse(reason:)`` if there is no key.
  init(_ rows: RowQuery, _ grouping: RowGrouping, _ values: [QueryExpression]) throws(StoreError) {
    guard !grouping.keys.isEmpty else {
      throw .misuse(
        reason: "\(rows.table.model) is grouped by nothing: return columns, without labels, and no relations")
    }
    self.rows = rows
    keys = grouping.keys
    groups = rows
    let condition = try grouping.condition.map { (condition) throws(StoreError) in try resolved(condition) }
    var order: [Ordering] = []
    for ordering in grouping.orderings {
      order.append(Ordering(try resolved(ordering.expression), isDescending: ordering.isDescending))
    }
    var results: [QueryExpression] = []
    for value in values { results.append(try resolved(value)) }
    try rows.check()
    try rows.check(aggregates, by: keys)
    groups = RowQuery(try table(), where: condition, order: order, limit: grouping.limit, offset: grouping.offset)
    groups.values = results
    try groups.check()
  }

  /// The values for the groups that are selected, in their order.
  ///
  /// - Parameter answer: The answer of a backend.
  func values(of answer: [[StoredValue]]) throws(StoreError) -> [[StoredValue]] {
    var numbered: [[StoredValue]] = []
    numbered.reserveCapacity(answer.count)
    for (number, row) in answer.enumerated() {
      var group: [StoredValue] = [.integer(Int64(number))]
      group += row.prefix(keys.count)
      for (aggregate, value) in zip(aggregates, row.dropFirst(keys.count)) {
        group.append(try aggregate.result(value, [rows.table]))
      }
      numbered.append(group)
    }
    do throws(StoreError) { return try MemoryDatabase.read(groups, of: numbered) } catch { throw rows.naming(error) }
  }

  /// The table of groups. Its columns have the names that messages show.
  private func table() throws(StoreError) -> TableDescription {
    let prefix = rows.table.model + "."
    var columns = [ColumnDescription("number", ["number"], .int64)]
    for expression in keys + aggregates.map({ .aggregate($0) }) {
      let text = rows.table.text(of: expression)
      columns.append(
        ColumnDescription(
          "value\(columns.count)", [text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text],
          try [rows.table].type(of: expression), isNullable: rows.table.isNullable(expression)))
    }
    return TableDescription(model: rows.table.model, name: "groups", columns: columns, primaryKey: [0])
  }

  /// An expression of keys and aggregates as one of the columns of ``table()``.
  private mutating func resolved(_ expression: QueryExpression) throws(StoreError) -> QueryExpression {
    if let key = keys.firstIndex(of: expression) { return .column(RelationPath(), 1 + key) }
    switch expression {
    case .aggregate(let aggregate):
      if !aggregates.contains(aggregate) { aggregates.append(aggregate) }
      return .column(RelationPath(), 1 + keys.count + (aggregates.firstIndex(of: aggregate) ?? 0))
    case .value, .unsupported: return expression
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try resolved(left), try resolved(right))
    case .lowercased(let text): return .lowercased(try resolved(text))
    case .json(let root, let path, let form): return .json(try resolved(root), path, form)
    case .datePart(let part, let date): return .datePart(part, try resolved(date))
    case .column, .related:
      throw .unsupportedQuery(
        expression: rows.table.text(of: expression), reason: "a group has many: group by it, or aggregate it")
    }
  }

  private mutating func resolved(_ condition: Condition) throws(StoreError) -> Condition {
    switch condition.kind {
    case .always, .never, .unsupported: return condition
    case .comparison(let left, let comparison, let right):
      return Condition(closed: .comparison(try resolved(left), comparison, try resolved(right)), of: condition)
    case .isNull(let expression): return Condition(closed: .isNull(try resolved(expression)), of: condition)
    case .contains(let list, let value):
      return Condition(closed: .contains(try resolved(list), value), of: condition)
    case .isIn(let expression, let list): return Condition(closed: .isIn(try resolved(expression), list), of: condition)
    case .text(let expression, let operation, let text):
      return Condition(closed: .text(try resolved(expression), operation, text), of: condition)
    case .not(let term): return Condition(closed: .not(try resolved(term)), of: condition)
    case .all(let terms): return Condition(closed: .all(try resolved(terms)), of: condition)
    case .any(let terms): return Condition(closed: .any(try resolved(terms)), of: condition)
    case .keyIsIn, .exists:
      throw .unsupportedQuery(
        expression: rows.table.model, reason: "a group has no related rows: use 'where' for conditions on rows")
    }
  }

  private mutating func resolved(_ terms: [Condition]) throws(StoreError) -> [Condition] {
    var results: [Condition] = []
    for term in terms { results.append(try resolved(term)) }
    return results
  }
}
