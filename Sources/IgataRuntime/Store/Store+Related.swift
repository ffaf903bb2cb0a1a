extension Store {
  /// The models that the query selects, in its order, each with rows at the other end of a to-many relation.
  ///
  /// ```swift
  /// let latest = try await store.fetch(Account.all, with: { $0.entries.order { $0.at.descending }.limit(3) })
  /// for (account, entries) in latest { print(account.name, entries) }
  /// ```
  ///
  /// The relation may be restricted, sorted and limited for each model, and its rows may be fetched
  /// with rows of their own: `$0.entries.with { $0.attachments }`. Each relation is read by one query, however many
  /// models there are. All rows are of one snapshot of the data.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a relation of another model, such as
  /// `$0.owner.accounts`.
  public func fetch<Model: PersistableModel, Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> Related
  ) async throws(StoreError) -> [(Model, [Related.Element])] {
    try await fetch(query, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// The models that the query selects, in its order, each with rows of several to-many relations.
  ///
  /// ```swift
  /// let found = try await store.fetch(Account.all, with: { ($0.entries.limit(3), $0.tags) })
  /// for (account, (entries, tags)) in found { print(account.name, entries, tags) }
  /// ```
  public func fetch<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> (repeat each Related)
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    let related = related(Model._columns(RelationPath()))
    return try await fetch(query, RelatedFetches(repeat each related))
  }

  /// The models, each with rows at the other end of a to-many relation; see
  /// ``fetch(_:with:)->[(Model,[Related.Element])]``.
  public func load<Model: PersistableModel, Related: RelatedModels>(
    _ models: [Model], with related: @Sendable (Model.Columns) -> Related
  ) async throws(StoreError) -> [(Model, [Related.Element])] {
    try await load(models, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// The models, each with rows of several to-many relations; see ``fetch(_:with:)->[(Model,[Related.Element])]``.
  public func load<Model: PersistableModel, each Related: RelatedModels>(
    _ models: [Model], with related: @Sendable (Model.Columns) -> (repeat each Related)
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    let related = related(Model._columns(RelationPath()))
    return try await load(models, RelatedFetches(repeat each related))
  }

  /// The models that the query selects, each with rows at the other end of a to-many relation: now, and again after
  /// each commit that changes them.
  ///
  /// Otherwise it behaves like ``observe(_:)-(Query<Model>)``.
  public func observe<Model: PersistableModel, Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> Related
  ) -> StoreObservation<[(Model, [Related.Element])], StoreError> {
    observe(query, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// The models that the query selects, each with rows of several to-many relations: now, and again after each commit
  /// that changes them.
  public func observe<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> (repeat each Related)
  ) -> StoreObservation<[(Model, (repeat [(each Related).Element]))], StoreError> {
    let related = related(Model._columns(RelationPath()))
    return observe(query, RelatedFetches(repeat each related))
  }

  private func fetch<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, _ related: RelatedFetches<repeat each Related>
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    try query.rowQuery.check()
    let identity = backend.identity
    return try await perform(.read) { (session) throws(StoreError) in
      try await related.fetch(query, LoadContext(identity), session)
    }
  }

  private func load<Model: PersistableModel, each Related: RelatedModels>(
    _ models: [Model], _ related: RelatedFetches<repeat each Related>
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    let identity = backend.identity
    return try await perform(.read) { (session) throws(StoreError) in
      let context = LoadContext(identity)
      let found = try await related.load(with: models, RelatedOwners(models), context, session)
      try await context.finish(from: session) { $0.error }
      return found
    }
  }

  private func observe<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, _ related: RelatedFetches<repeat each Related>
  ) -> StoreObservation<[(Model, (repeat [(each Related).Element]))], StoreError> {
    StoreObservation(
      self,
      fetch: { (listener) throws(StoreError) in
        try await listener.beginReading().run { (store) throws(StoreError) in try await store.fetch(query, related) }
      },
      isSame: { related.areSame($0, $1, query) })
  }
}
