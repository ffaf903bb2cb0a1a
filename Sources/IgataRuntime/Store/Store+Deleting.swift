extension Store {
  /// Deletes the model's row, and returns whether it existed.
  @discardableResult
  public func delete<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Bool {
    try await delete([model]) > 0
  }

  /// Deletes the models' rows, all or none, and returns how many existed.
  @discardableResult
  public func delete<Model: PersistableModel>(_ models: [Model]) async throws(StoreError) -> Int {
    let keys = models.map(\.primaryKey._keyValues)
    if keys.isEmpty { return 0 }
    let byKey = Condition.keyIsIn(columns: Model.table.primaryKey, keys)
    guard let distribution = models.commonDistributionValue else {
      return try await delete(RowQuery(Model.table, where: byKey))
    }
    // The server that the models name is asked first, and all servers only for rows that are stored elsewhere.
    do throws(StoreError) {
      return try await perform(.write, atomic: true) { (session) throws(StoreError) in
        let count = try await session.delete(RowQuery(Model.table, where: .and(distribution, byKey)))
        if count == Set(keys).count { return count }
        return try await count + session.delete(RowQuery(Model.table, where: byKey))
      }
    } catch {
      throw error.ofDeleting(Model.table)
    }
  }

  /// Deletes the row with the key, and returns whether it existed.
  @discardableResult
  public func delete<Model: PersistableModel>(_ model: Model.Type, id: Model.PrimaryKey) async throws(StoreError)
    -> Bool
  {
    try await delete(Model.self, ids: CollectionOfOne(id)) > 0
  }

  /// Deletes the rows with these keys, all or none, and returns how many existed.
  @discardableResult
  public func delete<Model: PersistableModel>(
    _ model: Model.Type, ids: some Sequence<Model.PrimaryKey>
  ) async throws(StoreError) -> Int {
    let keys = ids.map(\._keyValues)
    if keys.isEmpty { return 0 }
    return try await delete(RowQuery(Model.table, where: .keyIsIn(columns: Model.table.primaryKey, keys)))
  }

  /// Deletes the rows that the query selects, all or none, and returns their number, without the rows that delete rules
  /// removed with them.
  @discardableResult
  public func delete<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Int {
    let query = query.rowQuery
    try query.check()
    return try await delete(query)
  }

  /// Deletes the rows for which the condition holds, all or none; see ``delete(_:)-(Query<Model>)``.
  @discardableResult
  nonisolated(nonsending)
    public func delete<Model: PersistableModel>(
      _ model: Model.Type, where condition: (Model.Columns) -> some ConditionTerm
    ) async throws(StoreError) -> Int
  {
    try await delete(Model.where(condition))
  }

  private func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    do throws(StoreError) {
      return try await perform(.write, atomic: true) { (session) throws(StoreError) in try await session.delete(query) }
    } catch {
      throw query.naming(error.ofDeleting(query.table))
    }
  }
}

extension StoreError {
  /// The error for a deletion: a relation that would then point to a missing row means that the row is in use.
  fileprivate func ofDeleting(_ table: TableDescription) -> StoreError {
    guard case .foreignKey(let referrer, let field) = self else { return self }
    return .inUse(model: table.model, referrer: referrer, field: field)
  }
}

extension Array where Element: PersistableModel {
  /// A condition on the field that distributes rows over servers. `nil` if the field is part of the key, or if the
  /// models have different values.
  fileprivate var commonDistributionValue: Condition? {
    guard case .column(let column)? = Element.table.distribution, !Element.table.primaryKey.contains(column),
      let first
    else { return nil }
    let value = ModelParts(first).row[column]
    guard value != .null, allSatisfy({ ModelParts($0).row[column] == value }) else { return nil }
    return .comparison(.column(RelationPath(), column), .equal, .value(value))
  }
}
