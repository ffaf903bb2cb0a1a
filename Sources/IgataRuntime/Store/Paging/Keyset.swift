/// The total order of a query's rows, which identifies a position between two rows without counting.
struct Keyset {
  /// The query's orderings, followed by the columns of the key that it doesn't sort by.
  let orderings: [Ordering]
  /// How many of the orderings are the query's own.
  private let ownCount: Int
  private let table: TableDescription

  init(_ query: RowQuery) {
    table = query.table
    if query.order.isEmpty {
      ownCount = 0
      orderings = table.primaryKey.map { Ordering(.column(RelationPath(), $0)) }
      return
    }
    var orderings: [Ordering] = []
    var known: Set<QueryExpression> = []
    var missing = Set(table.primaryKey.map { QueryExpression.column(RelationPath(), $0) })
    // After the whole key, nothing is left to sort by.
    for ordering in query.order where !missing.isEmpty && known.insert(ordering.expression).inserted {
      missing.remove(ordering.expression)
      orderings.append(ordering)
    }
    ownCount = orderings.count
    for column in table.primaryKey {
      let expression = QueryExpression.column(RelationPath(), column)
      if missing.contains(expression) { orderings.append(Ordering(expression)) }
    }
    self.orderings = orderings
  }

  /// Whether all orderings are columns of the table itself.
  var isPlain: Bool { orderings.allSatisfy { $0.expression.ownColumn != nil } }

  /// The queries that select, one after the other, the rows after a position, or the query itself for the beginning.
  ///
  /// Rows with the same values come before those that differ in the last value, and these before those that differ in
  /// the value before it. Each query has equalities and one comparison, which an index can serve with any directions
  /// and with nulls.
  func segments(_ query: RowQuery, after values: [StoredValue]?) -> [RowQuery] {
    guard let values, values.count == orderings.count else { return [query] }
    var segments: [RowQuery] = []
    for index in orderings.indices.reversed() {
      let equal = zip(orderings, values).prefix(index).map { $0.expression.equals($1) }
      for (condition, isConstant) in conditions(after: values[index], orderings[index]) {
        var segment = query
        segment.condition = (equal + [condition]).reduce(query.condition) { all, next in
          all.map { .and($0, next) } ?? next
        }
        segment.order = Array(orderings[..<ownCount].dropFirst(isConstant ? index + 1 : index))
        segment.offset = 0
        segments.append(segment)
      }
    }
    return segments
  }

  /// The conditions for the rows after a value, in order, and whether each selects a single value. Null sorts first, or
  /// last in descending order.
  private func conditions(
    after value: StoredValue, _ ordering: Ordering
  ) -> [(condition: Condition, isConstant: Bool)] {
    let expression = ordering.expression
    switch (value.isNull, ordering.isDescending) {
    case (true, true): return []
    case (true, false): return [(.not(.isNull(expression)), false)]
    case (false, false): return [(.comparison(expression, .greater, .value(value)), false)]
    case (false, true):
      let less = (condition: Condition.comparison(expression, .less, .value(value)), isConstant: false)
      if let column = expression.ownColumn, !table.columns[column].isNullable { return [less] }
      return [less, (.isNull(expression), true)]
    }
  }

  /// The model's value for each ordering. If an ordering is not a column of the table, the session is queried.
  func values<Model: PersistableModel>(
    of model: Model, _ session: any BackendSession
  ) async throws(StoreError) -> [StoredValue] {
    let plain = plainValues(of: model)
    let computed = zip(orderings, plain).filter { $1 == nil }.map(\.0.expression)
    if computed.isEmpty { return plain.compactMap { $0 } }
    // The minimum of one value is the value.
    let query = RowQuery(table, keys: [model.primaryKey._keyValues])
    var results = try await session.aggregate(query, by: [], computed.map { .minimum($0) }).first?[...] ?? []
    return plain.map { $0 ?? results.popFirst() ?? .null }
  }
}

extension Keyset {
  /// The model's value for each ordering; `nil` if an ordering is not a column of the table.
  func plainValues<Model: PersistableModel>(of model: Model) -> [StoredValue?] {
    if ownCount == 0 { return model.primaryKey._keyValues }
    let row = model.columnValues
    return orderings.map { $0.expression.ownColumn.flatMap { row.indices.contains($0) ? row[$0] : nil } }
  }
}

extension QueryExpression {
  /// The column of the query's own table, if the expression is one.
  fileprivate var ownColumn: Int? {
    if case .column(let path, let column) = self, path.steps.isEmpty { column } else { nil }
  }

  fileprivate func equals(_ value: StoredValue) -> Condition {
    value.isNull ? .isNull(self) : .comparison(self, .equal, .value(value))
  }
}
