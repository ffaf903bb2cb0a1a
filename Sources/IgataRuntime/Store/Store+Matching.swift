internal import IgataTables

extension Store {
  /// Saves the model under the key of the row that has the same values in a unique constraint, or inserts it if there
  /// is none.
  ///
  /// ```swift
  /// let person = try await store.save(Person(name: "Hanako", email: "h@example.com"), matching: \.email)
  /// ```
  ///
  /// A row that is there gets all columns of the model but its key, and its version is incremented, whatever the
  /// model's own version is. Related models, wrappers and lists are written as by ``save(_:)-(Model)``. `nil` matches
  /// no row.
  ///
  /// - Parameters:
  ///   - model: The model to save.
  ///   - field: A field of a unique constraint of the schema.
  ///   - others: Its other fields, as in `matching: \.owner, \.name`.
  /// - Returns: The model as it is stored, with the key of the row.
  /// - Throws: ``StoreError/misuse(reason:)`` if no unique constraint has exactly these fields, and
  ///   ``StoreError/conflictingChanges(model:key:)`` if two of the models match the same row.
  @discardableResult
  nonisolated(nonsending)
    public func save<Model: PersistableModel, Field: FieldTerm, each Other: FieldTerm>(
      _ model: Model, matching field: KeyPath<Model.Columns, Field>, _ others: repeat KeyPath<Model.Columns, each Other>
    ) async throws(StoreError) -> Model
  {
    try await save([model], matching: field, repeat each others).first ?? model
  }

  /// Saves the models under the keys of the rows that match them, all or none; see `save(_:matching:)` for one model.
  @discardableResult
  nonisolated(nonsending)
    public func save<Model: PersistableModel, Field: FieldTerm, each Other: FieldTerm>(
      _ models: [Model], matching field: KeyPath<Model.Columns, Field>,
      _ others: repeat KeyPath<Model.Columns, each Other>
    ) async throws(StoreError) -> [Model]
  {
    let fields = try FieldList(of: Model.self, field, repeat each others)
    return try await save(models, MatchedRows(fields, of: Model.table))
  }

  private func save<Model: PersistableModel>(
    _ models: [Model], _ match: MatchedRows
  ) async throws(StoreError) -> [Model] {
    if models.isEmpty { return [] }
    for model in models where model._origin.isKeyOnly { throw .notLoaded(model: Model.table.model, field: "") }
    let backend = backend
    return try await perform(.write, atomic: true) { (session) throws(StoreError) in
      let plan = SavePlan(backend)
      let roots = plan.addGroup(of: try await match.models(models, session), .save)
      try await plan.write(try plan.batches(SaveStamp()), session)
      return Array(roots.models.prefix(models.count))
    }
  }
}
