extension Store {
  /// Inserts the model, or updates the row with its key, and saves the related models that are new or changed. Returns
  /// the model as it is stored, with the keys, dates and versions that the store filled in.
  ///
  /// Related models that were loaded from this store and haven't changed are not written. Saving the returned model
  /// again writes only the row of the model itself.
  ///
  /// The row of a model is the one with its key: a stored model whose key was changed is inserted as a new row, and the
  /// row with its former key stays.
  @inlinable
  @discardableResult
  public func save<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Model {
    try await write(model, .save)
  }

  /// Inserts or updates the models, all or none.
  ///
  /// Models that the program doesn't use afterward, as in `accounts = try await store.save(consume accounts)`, are
  /// changed to what is returned without being copied.
  @discardableResult
  public func save<Model: PersistableModel>(_ models: consuming [Model]) async throws(StoreError) -> [Model] {
    try await write(models, .save)
  }

  /// Like ``save(_:)-(Model)``, but throws ``StoreError/duplicateKey(model:constraint:fields:)`` if a row with the
  /// model's key exists.
  @inlinable
  @discardableResult
  public func insert<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Model {
    try await write(model, .insert)
  }

  /// Inserts the models, all or none.
  @discardableResult
  public func insert<Model: PersistableModel>(_ models: consuming [Model]) async throws(StoreError) -> [Model] {
    try await write(models, .insert)
  }

  /// Like ``save(_:)-(Model)``, but throws ``StoreError/notFound(model:key:)`` if no row with the model's key exists.
  @inlinable
  @discardableResult
  public func update<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Model {
    try await write(model, .update)
  }

  /// Updates the models, all or none.
  @discardableResult
  public func update<Model: PersistableModel>(_ models: consuming [Model]) async throws(StoreError) -> [Model] {
    try await write(models, .update)
  }

  @inlinable
  func write<Model: PersistableModel>(_ model: Model, _ kind: RowWrite.Kind) async throws(StoreError) -> Model {
    var written = model
    if try writeSynchronously(&written, kind) { return written }
    return try await write([model], kind).first ?? model
  }

  @usableFromInline
  func write<Model: PersistableModel>(
    _ models: consuming [Model], _ kind: RowWrite.Kind
  ) async throws(StoreError) -> [Model] {
    if models.isEmpty { return [] }
    let stamp = SaveStamp()
    let table = Model.table
    try table.checkIsWritten()
    if Model.hasKeyOnly(models) { throw .notLoaded(model: table.model, field: "") }
    if table.needsSession || (table.versionColumn != nil && kind != .insert) {
      return try await writePlanned(models, kind, stamp)
    }
    var models = models
    if table.hasStamps { for index in models.indices { try models[index]._stamp(with: stamp) } }
    try stamp.check(models)
    let origin = readOrigin
    return try await perform(.write, atomic: models.count > 1) { (session) throws(StoreError) in
      var write = RowWrite(kind, table, count: models.count)
      write.comesInParts = true
      let count = try await session.write(&models, write, origin)
      guard count == models.count else {
        throw .notFound(model: table.model, key: table.keyText(models[count].primaryKey._keyValues))
      }
      return models
    }
  }

  /// Writes models that have relations, versions or values that the database makes.
  private func writePlanned<Model: PersistableModel>(
    _ models: [Model], _ kind: RowWrite.Kind, _ stamp: SaveStamp
  ) async throws(StoreError) -> [Model] {
    guard let order = try Model.orderByKeys(models, areNew: kind == .insert) else {
      return try await writeInOrder(models, kind, stamp)
    }
    var written = models
    for (index, model) in zip(order, try await writeInOrder(order.map { models[$0] }, kind, stamp)) {
      written[index] = model
    }
    return written
  }

  private func writeInOrder<Model: PersistableModel>(
    _ models: [Model], _ kind: RowWrite.Kind, _ stamp: SaveStamp
  ) async throws(StoreError) -> [Model] {
    do throws(StoreError) {
      return try await write(models, kind, stamp, SavePlan(backend))
    } catch {
      // A save of a model whose row was deleted inserts it again, which takes its wrappers.
      guard case .foreignKey(let model, let field) = error, model == Model.table.model,
        Model.table.relations.contains(where: { $0.name == field && $0.isWrapper })
      else { throw error }
      return try await write(models, kind, stamp, SavePlan(backend, wrappersAreMissing: true))
    }
  }

  private func write<Model: PersistableModel>(
    _ models: [Model], _ kind: RowWrite.Kind, _ stamp: SaveStamp, _ plan: SavePlan
  ) async throws(StoreError) -> [Model] {
    let roots = plan.addGroup(of: models, kind)
    let batches = try plan.batches(stamp)
    return try await perform(.write, atomic: true) { (session) throws(StoreError) in
      try await plan.write(batches, session)
      return Array(roots.models.prefix(models.count))
    }
  }
}
