internal import IgataTables

extension Store {
  /// What is sent for a query, and how the database executes it. Nothing is executed, and no value is shown.
  ///
  /// ```swift
  /// print(try await store.explain(Account.where { $0.name == "Cash" }))
  /// ```
  ///
  /// The queries for relations and lists, which find rows by keys, are in ``QueryPlan/related``. Throws
  /// ``StoreError/unsupportedQuery(expression:reason:)`` if the backend runs no SQL.
  public func explain<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> QueryPlan {
    let rows = query.rowQuery
    try rows.check()
    return try await explainLoad { (session, context) throws(StoreError) in
      let _: [Model] = try await context.load(rows, query.included, from: session)
    }
  }

  /// What is sent for a query and for the rows at the other end of a to-many relation, and how the database executes
  /// it; see ``explain(_:)-(Query<Model>)`` and ``fetch(_:with:)->[(Model,[Related.Element])]``.
  public func explain<Model: PersistableModel, Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> Related
  ) async throws(StoreError) -> QueryPlan {
    try await explain(query, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// What is sent for a query and for the rows of several to-many relations, and how the database executes it; see
  /// ``explain(_:)-(Query<Model>)`` and ``fetch(_:with:)->[(Model,[Related.Element])]``.
  public func explain<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, with related: @Sendable (Model.Columns) -> (repeat each Related)
  ) async throws(StoreError) -> QueryPlan {
    let related = related(Model._columns(RelationPath()))
    return try await explain(query, RelatedFetches(repeat each related))
  }

  /// What is sent for some values of groups, and how the database executes it; see ``explain(_:)-(Query<Model>)``.
  ///
  /// ``QueryPlan/remark`` says whether the program selects from all groups itself.
  nonisolated(nonsending)
    public func explain<Model: PersistableModel, each Key: Storable, each Value: Storable>(
      _ groups: GroupedQuery<Model, repeat each Key>, _ values: (GroupColumns<Model>) -> (repeat Column<each Value>)
    ) async throws(StoreError) -> QueryPlan
  {
    var expressions: [QueryExpression] = []
    repeat expressions.append((each values(GroupColumns())).expression)
    return try await explain(.groups(GroupQuery(groups.query.rowQuery, groups.grouping, expressions)))
  }

  /// How the database executes a statement in SQL; see ``explain(_:)-(Query<Model>)``.
  public func explain(_ sql: SQL) async throws(StoreError) -> QueryPlan { try await explain(.sql(sql)) }

  private func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try await perform(.read) { (session) throws(StoreError) in try await session.explain(query) }
  }

  private func explain<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, _ related: RelatedFetches<repeat each Related>
  ) async throws(StoreError) -> QueryPlan {
    try query.rowQuery.check()
    return try await explainLoad { (session, context) throws(StoreError) in
      _ = try await related.fetch(query, context, session)
    }
  }

  /// The plans of the queries that a load reads by, of which there is at least one.
  private func explainLoad(
    _ load: (any BackendSession, LoadContext) async throws(StoreError) -> Void
  ) async throws(StoreError) -> QueryPlan {
    let identity = backend.identity
    return try await perform(.read) { (session) throws(StoreError) in
      let explaining = ExplainingSession(session)
      try await load(explaining, LoadContext(identity))
      return explaining.plan ?? QueryPlan(sql: "", steps: [])
    }
  }
}
