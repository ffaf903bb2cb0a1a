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
        group.append(try [rows.table].result(value, of: aggregate))
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
    case .column, .related:
      throw .unsupportedQuery(
        expression: rows.table.text(of: expression), reason: "a group has many: group by it, or aggregate it")
    default: return try expression.mapChildren { (operand, _) throws(StoreError) in try resolved(operand) }
    }
  }

  private mutating func resolved(_ condition: Condition) throws(StoreError) -> Condition {
    switch condition.kind {
    case .keyIsIn, .exists:
      throw .unsupportedQuery(
        expression: rows.table.model, reason: "a group has no related rows: use 'where' for conditions on rows")
    default:
      return try condition.mapChildren { (term) throws(StoreError) in
        try resolved(term)
      } operands: { (operand) throws(StoreError) in
        try resolved(operand)
      }
    }
  }
}
