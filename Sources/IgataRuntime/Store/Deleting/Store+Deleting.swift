extension Store {
  /// Deletes the model's row, and returns whether it existed.
  @discardableResult
  public func delete<Model: PersistableModel>(_ model: Model) async throws(StoreError) -> Bool {
    try await delete([model]) > 0
  }

  /// Deletes the models' rows, all or none, and returns how many existed.
  ///
  /// The wrappers of the rows are deleted with them, and so are those of the rows that delete rules delete.
  ///
  /// - Throws: ``StoreError/staleVersion(model:key:)`` if a model with a version was read from this store, and its row
  ///   was changed since; ``StoreError/inUse(model:referrer:field:keys:)`` if another row refers to a row that would be
  ///   deleted, and its delete rule doesn't allow that. Nothing is then deleted.
  @discardableResult
  public func delete<Model: PersistableModel>(_ models: [Model]) async throws(StoreError) -> Int {
    if models.isEmpty { return 0 }
    let table = Model.table
    let (backend, deletion) = (backend, ModelDeletion(models, in: backend.identity))
    return try await naming(RowQuery(table, where: deletion.condition)) { (session) throws(StoreError) in
      // The server that the models name is asked first, and all servers only for rows that are stored elsewhere.
      var count = 0
      if let distribution = models.commonDistributionValue {
        count = try await backend.delete(RowQuery(table, where: .and(distribution, deletion.condition)), in: session)
      }
      if count < deletion.count {
        count += try await backend.delete(RowQuery(table, where: deletion.condition), in: session)
      }
      if count < deletion.count { try await deletion.checkVersions(session) }
      return count
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
    return try await delete(RowQuery(Model.table, keys: keys))
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
    try await naming(query) { (session) throws(StoreError) in try await backend.delete(query, in: session) }
  }

  /// Runs a deletion, and reports a relation that doesn't allow it with the rows that use the relation.
  private func naming(
    _ query: RowQuery, _ body: (any BackendSession) async throws(StoreError) -> Int
  ) async throws(StoreError) -> Int {
    try query.table.checkIsWritten()
    do {
      return try await perform(.write, atomic: true, body)
    } catch .foreignKey(let referrer, let field) {
      throw await inUse(query, referrer: referrer, field: field)
    } catch {
      throw query.naming(error)
    }
  }
}

/// The rows of models that are deleted.
private struct ModelDeletion {
  private let table: TableDescription
  /// The different keys, and the key and version of each model that was read from the store.
  private let keys: Set<ExactValues>
  private let versioned: [[StoredValue]]

  init<Model: PersistableModel>(_ models: [Model], in store: StoreIdentity) {
    table = Model.table
    keys = Set(models.map { ExactValues($0.primaryKey._keyValues) })
    guard let version = table.versionColumn else {
      versioned = []
      return
    }
    versioned = models.filter { $0._origin.isStored(in: store) }
      .map { $0.primaryKey._keyValues + [$0.columnValues[version]] }
  }

  /// The number of rows, if all of them exist.
  var count: Int { keys.count }

  var condition: Condition {
    let known = Set(versioned.map { ExactValues($0.dropLast()) })
    let byKey = Condition.keyIsIn(columns: table.primaryKey, keys.subtracting(known).map(\.values))
    guard let version = table.versionColumn, !versioned.isEmpty else { return byKey }
    let byVersion = Condition.keyIsIn(columns: table.primaryKey + [version], versioned)
    return known.count == keys.count ? byVersion : .or(byKey, byVersion)
  }

  /// Throws if a row is still there because it has another version.
  func checkVersions(_ session: any BackendSession) async throws(StoreError) {
    if versioned.isEmpty { return }
    let query = RowQuery(table, keys: versioned.map { Array($0.dropLast()) })
    guard let key = try await session.keys(query).first else { return }
    throw .staleVersion(model: table.model, key: table.keyText(key))
  }
}

extension Array where Element: PersistableModel {
  /// A condition on the field that distributes rows over servers. `nil` if the field is part of the key, or if the
  /// models have different values.
  fileprivate var commonDistributionValue: Condition? {
    guard case .column(let column)? = Element.table.distribution, !Element.table.primaryKey.contains(column),
      let first
    else { return nil }
    let value = first.columnValues[column]
    guard value != .null, allSatisfy({ $0.columnValues[column] == value }) else { return nil }
    return .comparison(.column(RelationPath(), column), .equal, .value(value))
  }
}
