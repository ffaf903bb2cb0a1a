// Groups are returned as an array, sorted by their keys, `nil` first. A dictionary would not do: strings that the store
// considers different may be the same key in Swift.

extension Store {
  /// How many rows the query selects.
  public func count<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Int {
    guard case .integer(let count) = try await aggregate(query.rowQuery, .count) else { return 0 }
    return Int(truncatingIfNeeded: count)
  }

  /// The number of rows in each group.
  nonisolated(nonsending)
    public func count<Model, Key>(_ groups: GroupedQuery<Model, Key>) async throws(StoreError) -> [QueryGroup<Key, Int>]
  {
    try await aggregate(groups, Aggregate.count)
  }

  /// Whether the query selects any row.
  public func exists<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Bool {
    try await count(query.limit(Swift.min(1, query.limitCount ?? 1))) > 0
  }
}

extension Store {
  /// The sum of a column, or of an expression, over the rows that the query selects. `nil` values are ignored. The sum
  /// is exact if the type is; if the type can't hold it, ``StoreError/overflow(expression:)`` is thrown.
  nonisolated(nonsending)
    public func sum<Model: PersistableModel, Value: QueryNumber>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value.QuerySum
  {
    try await aggregate(query, .sum, column)
  }

  /// The sum of a column whose type is a newtype; see ``sum(_:_:)``.
  nonisolated(nonsending)
    public func sum<Model: PersistableModel, Value: PersistableNewtype>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value.RawValue.QuerySum where Value.RawValue: QueryNumber
  {
    try await sum(query) { column($0).rawValue }
  }

  /// The sum of a column, or of an expression, over each group; see `sum(_:_:)` of a query.
  nonisolated(nonsending)
    public func sum<Model, Key, Value: QueryNumber>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value.QuerySum>]
  {
    try await aggregate(groups, .sum, column)
  }
}

extension Store {
  /// The average of a column, or of an expression, over the rows that the query selects; `nil` if there are no values.
  /// `nil` values are ignored.
  ///
  /// The average of floating-point numbers is a `Double`. For all other types, including `Currency`, it is a `Decimal`
  /// in whole units: the exact sum, divided once and rounded to 38 digits.
  nonisolated(nonsending)
    public func average<Model: PersistableModel, Value: QueryNumber>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value.QueryAverage?
  {
    try await aggregate(query, .average, column)
  }

  /// The average of a column over each group, `nil` if the group has no value; see ``average(_:_:)-(Query<Model>,_)``.
  nonisolated(nonsending)
    public func average<Model, Key, Value: QueryNumber>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value.QueryAverage?>]
  {
    try await aggregate(groups, .average, column)
  }
}

extension Store {
  /// The least value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value?
  {
    try await aggregate(query, .minimum, column)
  }

  /// The least value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> Value?
  {
    try await aggregate(query, .minimum, column)
  }

  /// The least value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await aggregate(groups, .minimum, column)
  }

  /// The least value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await aggregate(groups, .minimum, column)
  }
}

extension Store {
  /// The greatest value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value?
  {
    try await aggregate(query, .maximum, column)
  }

  /// The greatest value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> Value?
  {
    try await aggregate(query, .maximum, column)
  }

  /// The greatest value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await aggregate(groups, .maximum, column)
  }

  /// The greatest value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await aggregate(groups, .maximum, column)
  }
}

extension Store {
  nonisolated(nonsending)
    private func aggregate<Model: PersistableModel, Value, Result: Storable>(
      _ query: Query<Model>, _ function: AggregateFunction, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Result
  {
    let expression = column(Model._columns(RelationPath())).expression
    let value = try await aggregate(query.rowQuery, Aggregate(function, expression))
    return try Result(value, of: expression, Model.table)
  }

  /// One aggregate over all rows of a query.
  func aggregate(_ query: RowQuery, _ aggregate: Aggregate) async throws(StoreError) -> StoredValue {
    try query.check()
    try query.check([aggregate])
    let answer = try await perform(.singleRead) { (session) throws(StoreError) in
      do throws(StoreError) {
        return try await session.aggregate(query, by: [], [aggregate]).first?.first ?? .null
      } catch {
        throw query.naming(error, aggregates: [aggregate])
      }
    }
    return try [query.table].result(answer, of: aggregate)
  }

  nonisolated(nonsending)
    private func aggregate<Model, Key, Value, Result: Storable>(
      _ groups: GroupedQuery<Model, Key>, _ function: AggregateFunction, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Result>]
  {
    try await aggregate(groups, Aggregate(function, column(Model._columns(RelationPath())).expression))
  }

  nonisolated(nonsending)
    private func aggregate<Model, Key, Result: Storable>(
      _ groups: GroupedQuery<Model, Key>, _ aggregate: Aggregate
    ) async throws(StoreError) -> [QueryGroup<Key, Result>]
  {
    let key = groups.grouping.keys[0]
    let value = QueryExpression.aggregate(aggregate)
    let selected = try SelectedValues(
      Column<Key>(expression: key, depth: 1), Column<Result>(expression: value, depth: 1), of: Model.table)
    let sensitive = SensitiveParts(
      isKey: [Model.table].isSensitive(key), isValue: [Model.table].isSensitive(value))
    return try await read(GroupQuery(groups.query.rowQuery, groups.grouping, selected.expressions), selected).map {
      QueryGroup(key: $0, value: $1, sensitive: sensitive)
    }
  }

  /// The values of each group that a query selects.
  nonisolated(nonsending)
    func read<each Value: Storable>(
      _ query: GroupQuery, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    try await perform(.singleRead) { (session) throws(StoreError) in
      var found: [(repeat each Value)] = []
      do throws(StoreError) {
        try await session.read(query) { (row) throws(StoreError) in try selected.collect(&row, into: &found) }
      } catch {
        throw query.naming(error)
      }
      return found
    }
  }
}

extension Storable {
  /// Converts the result of a backend to its type.
  init(
    _ value: StoredValue, of expression: QueryExpression, _ table: TableDescription
  ) throws(StoreError) {
    // Backends calculate with `Double` instead of `Float`; the result is rounded to `Float` here.
    let value =
      if case .real(let number) = value, Self.self == Float.self || Self.self == Float?.self {
        StoredValue.real(Double(Float(number)))
      } else { value }
    self = try ValueRowCursor([[value]]).read { (row) throws(StoreError) in
      _ = row.next()
      let result = Self(row: &row, at: 0)
      switch row.fault?.reason {
      case nil: return result
      case .outOfRange: throw .overflow(expression: table.text(of: expression))
      case _?: throw .corrupted(model: table.model, row: nil, column: nil, problem: "a computed \(value.kindName)")
      }
    }
  }
}
