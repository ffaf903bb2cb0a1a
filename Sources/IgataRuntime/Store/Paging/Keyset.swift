/// The total order of a query's rows, by which a place between two of them is known without counting.
struct Keyset {
  /// What the query sorts by, and then those columns of the key that it does not sort by.
  let orderings: [Ordering]
  /// How many of them are the query's own.
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
    // Behind the whole key nothing is left to be sorted.
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

  /// Whether everything that is sorted by is a column of the table itself.
  var isPlain: Bool { orderings.allSatisfy { $0.expression.ownColumn != nil } }

  /// The queries that give, one after the other, the rows behind a place; the query itself for the beginning.
  ///
  /// Rows with the same values come before those that differ in the last value, these before those that differ in the
  /// one before it: each query is a row of equalities and one comparison, which an index serves whatever the directions
  /// and with nulls.
  func segments(_ query: RowQuery, after values: [StoredValue]?) -> [RowQuery] {
    guard let values, values.count == orderings.count else { return [query] }
    var segments: [RowQuery] = []
    for index in orderings.indices.reversed() {
      let equal = zip(orderings, values).prefix(index).map { $0.expression.equals($1) }
      for (condition, isConstant) in conditions(behind: values[index], orderings[index]) {
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

  /// What holds behind a value, in order, and whether it leaves one value alone. Null comes before all, or behind all
  /// where the order is descending.
  private func conditions(
    behind value: StoredValue, _ ordering: Ordering
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

  /// What a model has in the place of each ordering. Where one is no column of its own, the session is asked.
  func values<Model: PersistableModel>(
    of model: Model, _ session: any BackendSession
  ) async throws(StoreError) -> [StoredValue] {
    let plain = plainValues(of: model)
    let computed = zip(orderings, plain).filter { $1 == nil }.map(\.0.expression)
    if computed.isEmpty { return plain.compactMap { $0 } }
    // The least of one value is the value.
    let query = RowQuery(table, where: .keyIsIn(columns: table.primaryKey, [model.primaryKey._keyValues]))
    var results = try await session.aggregate(query, by: [], computed.map { .minimum($0) }).first?[...] ?? []
    return plain.map { $0 ?? results.popFirst() ?? .null }
  }
}

extension Keyset {
  /// What a model has in the place of each ordering; nothing where that is no column of its own.
  func plainValues<Model: PersistableModel>(of model: Model) -> [StoredValue?] {
    if ownCount == 0 { return model.primaryKey._keyValues }
    let row = ModelParts(model).row
    return orderings.map { $0.expression.ownColumn.flatMap { row.indices.contains($0) ? row[$0] : nil } }
  }
}

extension QueryExpression {
  /// The column of the query's own table that this is.
  fileprivate var ownColumn: Int? {
    if case .column(let path, let column) = self, path.steps.isEmpty { column } else { nil }
  }

  fileprivate func equals(_ value: StoredValue) -> Condition {
    value.isNull ? .isNull(self) : .comparison(self, .equal, .value(value))
  }
}
