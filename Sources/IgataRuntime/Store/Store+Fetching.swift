extension Store {
  /// The models that the query selects, in its order, each with its required relations, its wrappers and its lists.
  public func fetch<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> [Model] {
    let rows = query.rowQuery
    try rows.check()
    return try await load(rows, query.included)
  }

  /// The first of the models that the query selects.
  public func first<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Model? {
    try await fetch(query.limit(Swift.min(1, query.limitCount ?? 1))).first
  }

  // Without `@inline(__always)`, the compiler gives this function a task frame of its own: 420 instructions for each
  // lookup.
  /// The model with the key; `nil` if there is none.
  @inlinable @inline(__always)
  public func find<Model: PersistableModel>(_ model: Model.Type, id: Model.PrimaryKey) async throws(StoreError)
    -> Model?
  {
    var lookup = Lookup()
    let found: Model? = try findSynchronously(id, &lookup)
    return lookup.isRead ? found : try await receive(lookup, id)
  }

  @usableFromInline
  func load<Model: PersistableModel>(_ id: Model.PrimaryKey) async throws(StoreError) -> Model? {
    let query = RowQuery(Model.table, keys: [id._keyValues])
    let models: [Model] = try await load(query)
    return models.first
  }

  /// The model of a lookup whose answer has not arrived yet, or that was not made.
  @inlinable
  nonisolated(nonsending)
    func receive<Model: PersistableModel>(_ lookup: Lookup, _ id: Model.PrimaryKey) async throws(StoreError) -> Model?
  {
    let table = Model.table
    var found: Model?
    let isRead = try await lookup.readAnswer { (row) throws(StoreError) in
      row.source = readOrigin
      if row.next() { found = Model(row: &row) }
      try row.checkFault(table)
    }
    return isRead ? found : try await load(id)
  }

  /// The models with these keys, in the order in which the store sorts keys. Keys without a row are left out.
  public func find<Model: PersistableModel>(
    _ model: Model.Type, ids: some Sequence<Model.PrimaryKey>
  ) async throws(StoreError) -> [Model] {
    let keys = ids.map(\._keyValues)
    if keys.isEmpty { return [] }
    return try await load(RowQuery(Model.table, keys: keys))
  }

  func load<Model: PersistableModel>(
    _ query: RowQuery, _ included: IncludedRelations = IncludedRelations()
  ) async throws(StoreError) -> [Model] {
    let isSingle = !Model.table.loadsRelations && included.isEmpty
    if isSingle {
      var models: [Model] = []
      if try collectSynchronously(query, &models) { return models }
    }
    let identity = backend.identity
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      if isSingle { return try await session.collect(query, .batch(of: identity)) }
      return try await LoadContext(identity).load(query, included, from: session)
    }
  }
}
