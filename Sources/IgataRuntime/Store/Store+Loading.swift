extension Store {
  /// The models with a relation, and those on the path to it, loaded: `store.load(accounts) { $0.parent.owner }`.
  ///
  /// Everything else in the models is left as it is, including what was changed and not yet saved, and targets that are
  /// already loaded. The targets of each relation are loaded by one query, however many models there are.
  ///
  /// Throws ``StoreError/foreignKey(model:field:)`` if a target doesn't exist, as it was deleted after the model was
  /// read.
  public func load<Model: PersistableModel>(
    _ models: [Model], _ relation: @Sendable (Model.Columns) -> some ModelColumns
  ) async throws(StoreError) -> [Model] {
    var included = IncludedRelations()
    included.insert(relation(Model._columns(RelationPath()))._path.steps[...])
    let begin = {
      let context = LoadContext(backend.identity)
      var loading = models
      for index in loading.indices { RelationLoading.begin(&loading[index], included, in: context) }
      return (loading, context)
    }
    var begun: ([Model], LoadContext)? = begin()
    if let (loaded, context) = begun, !context.isPending { return loaded }
    return try await perform(.read) { (session) throws(StoreError) in
      let (loaded, context) = begun.take() ?? begin()
      try await context.finish(from: session) { $0.foreignKeyError }
      return loaded
    }
  }

  /// The model with a relation, and those on the path to it, loaded; see ``load(_:_:)``.
  public func load<Model: PersistableModel>(
    _ model: Model, _ relation: @Sendable (Model.Columns) -> some ModelColumns
  ) async throws(StoreError) -> Model {
    try await load([model], relation).first ?? model
  }

  /// The models as they are stored now, in the same order, without those whose rows don't exist.
  ///
  /// What was changed in them and not saved is lost. The relations that are loaded in the models are loaded again, down
  /// to 32 relations deep: in all of the models if one has them.
  public func refresh<Model: PersistableModel>(_ models: [Model]) async throws(StoreError) -> [Model] {
    if models.isEmpty { return [] }
    let loaded = LoadedRelations(Model.table)
    for model in models { loaded.add(model) }
    let keys = models.map(\.primaryKey._keyValues)
    let query = RowQuery(Model.table, keys: keys)
    let stored: [Model] = try await load(query, loaded.included)
    let byKey = Dictionary(stored.map { (StoredKey($0.primaryKey), $0) }, uniquingKeysWith: { first, _ in first })
    return models.compactMap { byKey[StoredKey($0.primaryKey)] }
  }

  /// The model as it is stored now; `nil` if its row doesn't exist. See ``refresh(_:)-([Model])``.
  public func refresh<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Model? {
    try await refresh([model]).first
  }
}
