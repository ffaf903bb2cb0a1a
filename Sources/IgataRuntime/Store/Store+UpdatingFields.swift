internal import IgataTables

extension Store {
  /// Updates only these fields of the model's row, and leaves all others as they are stored.
  ///
  /// ```swift
  /// try await store.update(account, only: \.name, \.kind)
  /// ```
  ///
  /// A relation is written with the related model, if that is new or was changed, and a list is merged, as by
  /// ``save(_:)-(Model)``. The version and the dates of the last change are set, unless only lists are named.
  ///
  /// - Returns: The model as it was passed, with what the store filled in. Fields that were not named may have other
  ///   values in the row.
  /// - Throws: ``StoreError/notFound(model:key:)`` if no row with the model's key exists,
  ///   ``StoreError/staleVersion(model:key:)`` if it has another version, and ``StoreError/misuse(reason:)`` for a
  ///   field that isn't one of the model, or that the store sets itself.
  @discardableResult
  nonisolated(nonsending)
    public func update<Model: PersistableModel, Field: FieldTerm, each Other: FieldTerm>(
      _ model: Model, only field: KeyPath<Model.Columns, Field>, _ others: repeat KeyPath<Model.Columns, each Other>
    ) async throws(StoreError) -> Model
  {
    try await update([model], only: field, repeat each others).first ?? model
  }

  /// Updates only these fields of the models' rows, all or none.
  @discardableResult
  nonisolated(nonsending)
    public func update<Model: PersistableModel, Field: FieldTerm, each Other: FieldTerm>(
      _ models: [Model], only field: KeyPath<Model.Columns, Field>, _ others: repeat KeyPath<Model.Columns, each Other>
    ) async throws(StoreError) -> [Model]
  {
    let fields = try FieldList(of: Model.self, field, repeat each others)
    try Model.table.checkUpdate(of: fields.columns)
    return try await update(models, fields)
  }

  private func update<Model: PersistableModel>(
    _ models: [Model], _ fields: FieldList
  ) async throws(StoreError) -> [Model] {
    if models.isEmpty { return [] }
    for model in models where model._origin.isKeyOnly { throw .notLoaded(model: Model.table.model, field: "") }
    let plan = SavePlan(backend)
    let roots = plan.addGroup(of: models, .update, columns: fields.columns, relations: fields.relations)
    let batches = try plan.batches(SaveStamp())
    return try await perform(.write, atomic: true) { (session) throws(StoreError) in
      try await plan.write(batches, session)
      return Array(roots.models.prefix(models.count))
    }
  }
}

extension TableDescription {
  fileprivate func checkUpdate(of columns: [Int]) throws(StoreError) {
    for column in columns {
      guard let reason = reasonNotToUpdate(column) else { continue }
      throw .misuse(reason: "\(fieldText(column)) can't be updated: \(reason)")
    }
  }
}
