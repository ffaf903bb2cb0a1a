// One value has functions of its own, as the compiler infers the result of `select(query) { $0.name }.map(…)` only
// where it isn't a tuple. Rows and groups have one, as it otherwise reports wrong terms at the argument.
extension Store {
  /// The value of a column or of a calculation for each row or group, in their order, and nothing else.
  ///
  /// The function for several values, `select(query) { ($0.id, $0.name) }`, has the details.
  nonisolated(nonsending)
    public func select<Source: SelectionSource, Value: Storable>(
      _ source: Source, _ value: (Source.Columns) -> Column<Value>
    ) async throws(StoreError) -> [Value]
  {
    let rows = source.selectedRows
    return try await select(rows, SelectedValues(value(Source.selectedColumns), of: rows.rows.table))
  }

  /// The values of columns and calculations for each row that a query selects, or for each group, in their order, and
  /// nothing else.
  ///
  /// ```swift
  /// let rows = try await store.select(Account.all) { ($0.id, $0.owner.name, $0.entries.count) }
  /// for (id, owner, count) in rows { print(id, owner, count) }
  /// let kinds = Account.all.grouped { $0.kind }.having { $0.count > 1 }
  /// let totals = try await store.select(kinds) { ($0.kind, $0.count, $0.sum { $0.initialAmount }) }
  /// for (kind, count, total) in totals { print(kind, count, total) }
  /// ```
  ///
  /// Only these values are read, by one query. The relations that the query includes have no effect.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a value that may be `nil` but isn't optional, such
  /// as a column of an optional relation: add ``Column/optional`` after it; and for a column of groups by which the
  /// rows aren't grouped. Throws ``StoreError/overflow(expression:)`` if a sum or a calculation doesn't fit its type.
  nonisolated(nonsending)
    public func select<Source: SelectionSource, each Value: Storable>(
      _ source: Source, _ values: (Source.Columns) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let columns = values(Source.selectedColumns)
    let rows = source.selectedRows
    return try await select(rows, SelectedValues(repeat each columns, of: rows.rows.table))
  }

  /// The distinct values that a column or a calculation has in the rows that the query selects, in ascending order,
  /// `nil` first.
  nonisolated(nonsending)
    public func distinct<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ value: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> [Value]
  {
    try await distinct(query.rowQuery, SelectedValues(value(Model._columns(RelationPath())), of: Model.table))
  }

  /// The distinct combinations of values that columns or calculations have in the rows that the query selects, sorted
  /// by the first one, then by the next: each in ascending order, `nil` first.
  nonisolated(nonsending)
    public func distinct<Model: PersistableModel, each Value: Storable>(
      _ query: Query<Model>, _ values: (Model.Columns) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    let columns = values(Model._columns(RelationPath()))
    return try await distinct(query.rowQuery, SelectedValues(repeat each columns, of: Model.table))
  }

  /// The values that rows have in common are those of the groups by these values.
  nonisolated(nonsending)
    private func distinct<each Value: Storable>(
      _ query: RowQuery, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    try await select(SelectedRows(rows: query, grouping: RowGrouping(keys: selected.expressions)), selected)
  }

  nonisolated(nonsending)
    private func select<each Value: Storable>(
      _ source: SelectedRows, _ selected: SelectedValues<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    if let grouping = source.grouping {
      return try await read(GroupQuery(source.rows, grouping, selected.expressions), selected)
    }
    var found: [(repeat each Value)] = []
    var query = source.rows
    query.values = selected.expressions
    try query.check()
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
}

extension Store {
  /// The value for each row or group: now, and again after each commit that changes them.
  ///
  /// Otherwise it behaves like ``observe(_:)-(Query<Model>)``.
  public func observe<Source: SelectionSource, Value: Storable>(
    _ source: Source, _ value: (Source.Columns) -> Column<Value>
  ) -> StoreObservation<[Value], StoreError> {
    let rows = source.selectedRows
    return observe(rows, .selecting(value(Source.selectedColumns), of: rows.rows.table))
  }

  /// The values for each row that a query selects, or for each group: now, and again after each commit that changes
  /// them.
  ///
  /// Otherwise it behaves like ``observe(_:)-(Query<Model>)``.
  public func observe<Source: SelectionSource, each Value: Storable>(
    _ source: Source, _ values: (Source.Columns) -> (repeat Column<each Value>)
  ) -> StoreObservation<[(repeat each Value)], StoreError> {
    let columns = values(Source.selectedColumns)
    let rows = source.selectedRows
    return observe(rows, .selecting(repeat each columns, of: rows.rows.table))
  }

  private func observe<each Value: Storable>(
    _ source: SelectedRows, _ selected: Result<SelectedValues<repeat each Value>, StoreError>
  ) -> StoreObservation<[(repeat each Value)], StoreError> {
    StoreObservation(
      self,
      fetch: { (listener) throws(StoreError) in
        let selected = try selected.get()
        return try await listener.beginReading().run { (store) throws(StoreError) in
          try await store.select(source, selected)
        }
      },
      isSame: { SelectedValues<repeat each Value>.areSame($0, $1) })
  }
}
