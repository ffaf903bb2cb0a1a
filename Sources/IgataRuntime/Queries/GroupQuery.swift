internal import IgataTables

/// A query for groups of rows: which groups are selected, in which order, and what is read of each.
///
/// The groups are the rows of a table of their own, whose columns are the keys and the aggregates. The condition, the
/// orderings and the values are expressions on this table.
@_spi(Backend) public struct GroupQuery: Sendable {
  /// The query whose rows are grouped. Its limit and offset count rows.
  public let rows: RowQuery
  /// The expressions by which they are grouped, of which there is at least one. Null equals null.
  public let keys: [QueryExpression]
  /// The aggregates, each once.
  public private(set) var aggregates: [Aggregate] = []
  /// The query on the table of groups. The columns are the ``keys``, which are the table's key, and then the
  /// ``aggregates``.
  public private(set) var groups: RowQuery

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

  /// What is read of the groups that are selected, in their order.
  ///
  /// - Parameter all: All groups, as ``BackendSession/aggregate(_:by:_:)`` returns them.
  public func values(ofSelected all: [[StoredValue]]) throws(StoreError) -> [[StoredValue]] {
    var complete: [[StoredValue]] = []
    complete.reserveCapacity(all.count)
    for row in all {
      var group = Array(row.prefix(keys.count))
      for (aggregate, value) in zip(aggregates, row.dropFirst(keys.count)) {
        group.append(try [rows.table].result(value, of: aggregate))
      }
      complete.append(group)
    }
    return try MemoryDatabase.read(groups, of: complete)
  }

  /// The table of groups. Its columns have the names that messages show.
  private func table() throws(StoreError) -> TableDescription {
    let prefix = rows.table.model + "."
    var columns: [ColumnDescription] = []
    for expression in keys + aggregates.map({ .aggregate($0) }) {
      let text = rows.table.text(of: expression)
      columns.append(
        ColumnDescription(
          "value\(columns.count)", [text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text],
          try [rows.table].type(of: expression), isNullable: rows.table.isNullable(expression),
          isSensitive: [rows.table].isSensitive(expression)))
    }
    return TableDescription(
      model: rows.table.model, name: rows.table.name, columns: columns, primaryKey: Array(keys.indices))
  }

  /// An expression of keys and aggregates as one of the columns of ``table()``.
  private mutating func resolved(_ expression: QueryExpression) throws(StoreError) -> QueryExpression {
    if let key = keys.firstIndex(of: expression) { return .column(RelationPath(), key) }
    switch expression {
    case .aggregate(let aggregate):
      if !aggregates.contains(aggregate) { aggregates.append(aggregate) }
      return .column(RelationPath(), keys.count + (aggregates.firstIndex(of: aggregate) ?? 0))
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
