// One value has functions of its own, as the compiler infers the result of `select(query) { $0.name }.map(…)` only
// where it isn't a tuple.
extension Store {
  /// The value of a column or of a calculation for each row that the query selects, in its order, and nothing else.
  ///
  /// The function for several values, `select(query) { ($0.id, $0.name) }`, has the details.
  nonisolated(nonsending)
    public func select<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ value: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [Value]
  {
    try await select(query, SelectedValues(value(Model._columns(RelationPath())), of: Model.table))
  }

  /// The values of columns and calculations for each row that the query selects, in its order, and nothing else.
  ///
  /// ```swift
  /// let rows = try await store.select(Account.all) { ($0.id, $0.owner.name, $0.entries.count) }
  /// for (id, owner, count) in rows { print(id, owner, count) }
  /// ```
  ///
  /// Only these values are read, by one query. The relations that the query includes have no effect.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a value that may be `nil` but isn't optional, such
  /// as a column of an optional relation: add ``Column/optional`` after it. Throws ``StoreError/overflow(expression:)``
  /// if a calculation doesn't fit its type.
  nonisolated(nonsending)
    public func select<Model: PersistableModel, each Value: Storable>(
      _ query: Query<Model>, _ values: (Model.Columns) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let columns = values(Model._columns(RelationPath()))
    return try await select(query, SelectedValues(repeat each columns, of: Model.table))
  }

  /// The distinct values that a column or a calculation has in the rows that the query selects, in ascending order,
  /// `nil` first.
  nonisolated(nonsending)
    public func distinct<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ value: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [Value]
  {
    try await distinct(query, SelectedValues(value(Model._columns(RelationPath())), of: Model.table))
  }

  /// The distinct combinations of values that columns or calculations have in the rows that the query selects, sorted
  /// by the first one, then by the next: each in ascending order, `nil` first.
  nonisolated(nonsending)
    public func distinct<Model: PersistableModel, each Value: Storable>(
      _ query: Query<Model>, _ values: (Model.Columns) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let columns = values(Model._columns(RelationPath()))
    return try await distinct(query, SelectedValues(repeat each columns, of: Model.table))
  }

  /// The keys and aggregates of each group, in the order of the groups.
  ///
  /// ```swift
  /// let kinds = Account.all.grouped { $0.kind }.having { $0.count > 1 }
  /// let totals = try await store.select(kinds) { ($0.kind, $0.count, $0.sum { $0.initialAmount }) }
  /// for (kind, count, total) in totals { print(kind, count, total) }
  /// ```
  ///
  /// One query computes all aggregates. Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a column by
  /// which the rows aren't grouped, and ``StoreError/overflow(expression:)`` if a sum or a calculation doesn't fit its
  /// type.
  nonisolated(nonsending)
    public func select<Model: PersistableModel, each Key: Storable, each Value: Storable>(
      _ groups: GroupedQuery<Model, repeat each Key>, _ values: (GroupColumns<Model>) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let columns = values(GroupColumns())
    return try await select(groups, SelectedValues(repeat each columns, of: Model.table))
  }

  nonisolated(nonsending)
    private func select<Model: PersistableModel, each Value: Storable>(
      _ query: Query<Model>, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    var query = query.rowQuery
    query.values = selected.expressions
    try query.check()
    var found: [(repeat each Value)] = []
    if try readSynchronously(query, { (row) throws(StoreError) in try selected.collect(&row, into: &found) }) {
      return found
    }
    let rows = query
    return try await perform(.singleRead) { (session) throws(StoreError) in
      var found: [(repeat each Value)] = []
      do throws(StoreError) {
        try await session.read(rows) { (row) throws(StoreError) in try selected.collect(&row, into: &found) }
      } catch {
        throw rows.naming(error)
      }
      return found
    }
  }

  nonisolated(nonsending)
    private func select<Model: PersistableModel, each Key: Storable, each Value: Storable>(
      _ groups: GroupedQuery<Model, repeat each Key>, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let rows = try await values(GroupSelection(groups, selected.expressions))
    var found: [(repeat each Value)] = []
    try ValueRowCursor(rows).read { (row) throws(StoreError) in try selected.collect(&row, into: &found) }
    return found
  }

  /// The values that rows have in common are those of the groups by these values.
  nonisolated(nonsending)
    private func distinct<Model: PersistableModel, each Value: Storable>(
      _ query: Query<Model>, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    try await select(GroupedQuery<Model, repeat each Value>(query, by: selected.expressions), selected)
  }
}

extension Store {
  /// The values for each row that the query selects: now, and again after each commit that changes them.
  ///
  /// Otherwise it behaves like ``observe(_:)-(Query<Model>)``.
  public func observe<Model: PersistableModel, each Value: Storable>(
    _ query: Query<Model>, _ values: (Model.Columns) -> (repeat Column<each Value>)
  ) -> StoreObservation<[(repeat each Value)], StoreError> {
    let columns = values(Model._columns(RelationPath()))
    return observe(.selecting(repeat each columns, of: Model.table)) { (store, selected) throws(StoreError) in
      try await store.select(query, selected)
    }
  }

  /// The keys and aggregates of each group: now, and again after each commit that changes them.
  public func observe<Model: PersistableModel, each Key: Storable, each Value: Storable>(
    _ groups: GroupedQuery<Model, repeat each Key>, _ values: (GroupColumns<Model>) -> (repeat Column<each Value>)
  ) -> StoreObservation<[(repeat each Value)], StoreError> {
    let columns = values(GroupColumns())
    return observe(.selecting(repeat each columns, of: Model.table)) { (store, selected) throws(StoreError) in
      try await store.select(groups, selected)
    }
  }

  private func observe<each Value: Storable>(
    _ selected: Result<SelectedValues<repeat each Value>, StoreError>,
    _ select: @escaping @Sendable (Store, SelectedValues<repeat each Value>) async throws(StoreError) -> [(
      repeat each Value
    )]
  ) -> StoreObservation<[(repeat each Value)], StoreError> {
    StoreObservation(
      backend,
      fetch: { (listener) throws(StoreError) in
        let selected = try selected.get()
        return try await listener.beginReading().run { (store) throws(StoreError) in try await select(store, selected) }
      },
      isSame: { SelectedValues<repeat each Value>.areSame($0, $1) })
  }
}
