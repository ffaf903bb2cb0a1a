// Groups are returned as an array, sorted by their keys, `nil` first. A dictionary would not do: strings that the store
// considers different may be the same key in Swift.
extension Store {
  /// The number of rows in each group.
  nonisolated(nonsending)
    public func count<Model, Key>(_ groups: GroupedQuery<Model, Key>) async throws(StoreError) -> [QueryGroup<Key, Int>]
  {
    try await reduce(groups, .count) { (count) throws(StoreError) in
      if case .integer(let count) = count { Int(truncatingIfNeeded: count) } else { 0 }
    }
  }

  /// The sum of a column, or of an expression, over each group; see `sum(_:_:)` of a query.
  nonisolated(nonsending)
    public func sum<Model, Key, Value: QueryNumber>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value.QuerySum>]
  {
    let expression = column(Model._columns(RelationPath())).expression
    return try await reduce(groups, .sum(expression)) { (sum) throws(StoreError) in
      try Value.QuerySum(sum, of: expression, Model.table)
    }
  }

  /// The least value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await extremes(groups, column) { .minimum($0) }
  }

  /// The least value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await extremes(groups, column) { .minimum($0) }.map { $0.mapValue { $0 ?? nil } }
  }

  /// The greatest value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await extremes(groups, column) { .maximum($0) }
  }

  /// The greatest value of a column in each group; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    try await extremes(groups, column) { .maximum($0) }.map { $0.mapValue { $0 ?? nil } }
  }

  /// The average of a column over each group, `nil` if the group has no value; see ``average(_:_:)-(Query<Model>,_)``.
  nonisolated(nonsending)
    public func average<Model, Key, Value: QueryNumber>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [QueryGroup<Key, Value.QueryAverage?>]
  {
    let expression = column(Model._columns(RelationPath())).expression
    return try await reduce(groups, .average(expression)) { (average) throws(StoreError) in
      average.isNull ? nil : try Value.QueryAverage(average, of: expression, Model.table)
    }
  }

  nonisolated(nonsending)
    private func extremes<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ column: (Model.Columns) -> Column<Value>,
      _ make: (QueryExpression) -> Aggregate
    ) async throws(StoreError) -> [QueryGroup<Key, Value?>]
  {
    let expression = column(Model._columns(RelationPath())).expression
    return try await reduce(groups, make(expression)) { (value) throws(StoreError) in
      value.isNull ? nil : try Value(value, of: expression, Model.table)
    }
  }

  nonisolated(nonsending)
    private func reduce<Model, Key, Value>(
      _ groups: GroupedQuery<Model, Key>, _ aggregate: Aggregate,
      _ read: (StoredValue) throws(StoreError) -> Value
    ) async throws(StoreError) -> [QueryGroup<Key, Value>]
  {
    let key = groups.grouping.keys[0]
    try Key.checkNil(key, Model.table)
    let rows = try await values(GroupSelection(groups.query.rowQuery, groups.grouping, [key, .aggregate(aggregate)]))
    let sensitive = SensitiveParts(
      isKey: [Model.table].isSensitive(key), isValue: [Model.table].isSensitive(.aggregate(aggregate)))
    var results: [QueryGroup<Key, Value>] = []
    results.reserveCapacity(rows.count)
    for row in rows where row.count == 2 {
      results.append(
        QueryGroup(key: try Key(row[0], of: key, Model.table), value: try read(row[1]), sensitive: sensitive))
    }
    return results
  }

  /// The values of a selection for each group.
  nonisolated(nonsending)
    func values(_ selection: GroupSelection) async throws(StoreError) -> [[StoredValue]]
  {
    let answer = try await perform(.singleRead) { (session) throws(StoreError) in
      try await session.groups(selection.rows, by: selection.keys, selection.aggregates)
    }
    return try selection.values(of: answer)
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
    let expression = column(Model._columns(RelationPath())).expression
    let average = try await aggregate(query.rowQuery, .average(expression))
    return average.isNull ? nil : try Value.QueryAverage(average, of: expression, Model.table)
  }
}
