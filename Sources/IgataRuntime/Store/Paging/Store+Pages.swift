// Pages of other elements than models alone.
extension Store {
  /// A page of models, each with rows at the other end of a to-many relation; see ``page(_:size:after:)`` and
  /// ``fetch(_:with:)->[(Model,[Related.Element])]``.
  public func page<Model: PersistableModel, Related: RelatedModels>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil,
    with related: @Sendable (Model.Columns) -> Related
  ) async throws(StoreError) -> Page<(Model, [Related.Element])> {
    try await page(query, size, cursor, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// A page of models, each with rows of several to-many relations.
  public func page<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil,
    with related: @Sendable (Model.Columns) -> (repeat each Related)
  ) async throws(StoreError) -> Page<(Model, (repeat [(each Related).Element]))> {
    let related = related(Model._columns(RelationPath()))
    return try await page(query, size, cursor, RelatedFetches(repeat each related))
  }

  /// A page of the values of a column or of a calculation; see ``page(_:size:after:)`` and ``select(_:_:)->[Value]``.
  public func page<Model: PersistableModel, Value: Storable>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil, _ value: (Model.Columns) -> Column<Value>
  ) async throws(StoreError) -> Page<Value> {
    try await page(query, size, cursor, SelectedValues(value(Model._columns(RelationPath())), of: Model.table))
  }

  /// A page of the values of columns and calculations.
  ///
  /// ```swift
  /// let names = try await store.page(Account.all, size: 50) { ($0.id, $0.name) }
  /// ```
  ///
  /// The values by which the rows are sorted are read too, as the next page begins after them.
  public func page<Model: PersistableModel, each Value: Storable>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil,
    _ values: (Model.Columns) -> (repeat Column<each Value>)
  ) async throws(StoreError) -> Page<(repeat each Value)> {
    let columns = values(Model._columns(RelationPath()))
    return try await page(query, size, cursor, SelectedValues(repeat each columns, of: Model.table))
  }

  private func page<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, _ size: Int, _ cursor: PageCursor?, _ related: RelatedFetches<repeat each Related>
  ) async throws(StoreError) -> Page<(Model, (repeat [(each Related).Element]))> {
    let request = try PageRequest(query.rowQuery, size: size, after: cursor)
    let identity = backend.identity
    return try await perform(.read) { (session) throws(StoreError) in
      try await request.read(RelatedBatch(query, related, identity), from: session)
    }
  }

  private func page<Model: PersistableModel, each Value: Storable>(
    _ query: Query<Model>, _ size: Int, _ cursor: PageCursor?, _ selected: SelectedValues<repeat each Value>
  ) async throws(StoreError) -> Page<(repeat each Value)> {
    let request = try PageRequest(query.rowQuery, size: size, after: cursor)
    let batch = ValueBatch(query.rowQuery, selected)
    try batch.rows.check()
    return try await perform(request.segments.count <= 1 ? .singleRead : .read) { (session) throws(StoreError) in
      try await request.read(batch, from: session)
    }
  }
}
