/// The models that one load finds, or that a save looks up. Each related row is read once, however many models refer to
/// it, with one query for each table and each level of relations.
///
/// Required relations, wrappers and ordered lists are loaded with their owner. Of an optional relation only the key is
/// loaded, unless the query includes the relation. A list that can lead back to its owner's model (the friends of a
/// person) is loaded for the models of the query, and is empty in their related models, as values that contain each
/// other would be infinite.
final class LoadContext {
  /// The origin of every model that is loaded.
  let origin: ModelOrigin
  /// By model, and by the relations that are loaded with it.
  private var loaders: [LoaderKey: AnyTargetLoader] = [:]
  /// In the order in which they were created, so that the same load runs the same queries.
  private var loadersInOrder: [AnyTargetLoader] = []
  private var lists: [AnyListLoader] = []

  init(_ origin: ModelOrigin) { self.origin = origin }

  convenience init(_ identity: StoreIdentity) { self.init(.batch(of: identity)) }

  /// The models that the query selects, with their relations.
  func load<Model: PersistableModel>(
    _ query: RowQuery, _ included: IncludedRelations = IncludedRelations(), lists: LoadLevel.Lists = .all,
    from session: any BackendSession
  ) async throws(StoreError) -> [Model] {
    let models: [Model] = try await collect(query, from: session, loadsLists: lists, included)
    try await finish(from: session) { $0.error }
    return models
  }

  /// The models that the query selects. Their related models are loaded by ``finish(from:_:)``.
  func collect<Model: PersistableModel>(
    _ query: RowQuery, from session: any BackendSession, loadsLists: LoadLevel.Lists,
    _ included: IncludedRelations = IncludedRelations()
  ) async throws(StoreError) -> [Model] {
    try await collect(query.table, areAll: query.selectsAll, from: session, loadsLists: loadsLists, included) {
      (consume) throws(StoreError) in
      do throws(StoreError) { try await session.read(query, consume) } catch { throw query.naming(error) }
    }
  }

  /// The models for the rows that `read` reads. `areAll` means that these are all rows of the table.
  func collect<Model: PersistableModel>(
    _ table: TableDescription, areAll: Bool = false, from session: any BackendSession, loadsLists: LoadLevel.Lists,
    _ included: IncludedRelations,
    _ read: ((inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Void
  ) async throws(StoreError) -> [Model] {
    let level = LoadLevel(table, loadsLists: loadsLists, included, in: self)
    var models: [Model] = []
    try await read { (row) throws(StoreError) in
      try level.read(&row) { Model.collect(&$0, into: &models) }
    }
    try await readLists(of: [models], level, areAll: areAll, session)
    return models
  }

  /// The models that the query selects and that belong to an owner, in `count` lists. `list` returns the index of the
  /// list for the model of a row, or `nil` to skip the row. If there are several lists, the form of the model's keys
  /// isn't ``StoredKey/Form/typed``.
  func collect<Model: PersistableModel>(
    _ query: RowQuery, of owners: OwnerLists, into count: Int, areAll: Bool, from session: any BackendSession,
    _ included: IncludedRelations, at list: (_ owner: Int, _ row: inout RowReader) -> Int?
  ) async throws(StoreError) -> [[Model]] {
    let level = LoadLevel(Model.table, loadsLists: .all, included, owners.known, in: self)
    var models: [[Model]] = Array(repeating: [], count: count)
    do throws(StoreError) {
      try await session.read(query) { (row) throws(StoreError) in
        try level.read(&row) { row in
          Model.collect(&row, into: &models) { row in
            guard let owner = owners.index(&row) else { return nil }
            level.owner = owner
            return list(owner, &row)
          }
        }
      }
    } catch { throw query.naming(error) }
    try await readLists(of: models, level, areAll: areAll, session)
    return models
  }

  /// Reads the keys of the members of the models' ordered lists.
  private func readLists<Model: PersistableModel>(
    of models: [[Model]], _ level: LoadLevel, areAll: Bool, _ session: any BackendSession
  ) async throws(StoreError) {
    for case let list? in level.lists {
      try await list.readKeys(of: models, areAll: areAll, session)
      lists.append(list)
    }
  }

  /// Loads the related rows of which only the keys are known, and those that they refer to, until none is missing. If a
  /// key has no row, the result of `error` is thrown.
  func finish(
    from session: any BackendSession, _ error: (MissingTarget) -> StoreError
  ) async throws(StoreError) {
    while true {
      let pending = loadersInOrder.filter(\.isPending)
      if pending.isEmpty { break }
      for loader in pending {
        if let missing = try await loader.loadPending(context: self, session) { throw error(missing) }
      }
    }
    for list in lists { list.fill() }
    lists = []
  }

  var isPending: Bool { loadersInOrder.contains(where: \.isPending) }

  /// - Parameters:
  ///   - columns: The columns by which the rows are found; `nil` for the primary key.
  ///   - areOptional: Whether rows may be missing.
  func loader<Target: PersistableModel>(
    _ type: Target.Type, _ included: IncludedRelations = IncludedRelations(), by columns: [Int]? = nil,
    areOptional: Bool = false
  ) -> TargetLoader<Target> {
    let key = LoaderKey(
      model: ObjectIdentifier(type), included: included, columns: columns, areOptional: areOptional)
    if let loader = loaders[key] as? TargetLoader<Target> { return loader }
    let loader = TargetLoader<Target>(included, by: columns, areOptional: areOptional)
    loaders[key] = loader
    loadersInOrder.append(loader)
    return loader
  }

  /// Replaces what was loaded of models that have been written since.
  ///
  /// Models whose required relations refer to their own type are not replaced, as a model would contain itself.
  func replace<Model: PersistableModel>(_ models: [Model]) {
    let found = loaders.filter {
      $0.key.model == ObjectIdentifier(Model.self) && $0.key.included == IncludedRelations()
    }
    if found.isEmpty || Model.table.containsItself { return }
    for case let loader as TargetLoader<Model> in found.values {
      for model in models { loader.replace(model, origin) }
    }
  }

  /// Takes models that were read, so that they aren't loaded again where others refer to them. Returns their loader, or
  /// `nil` if it takes none, as they would be loaded with other lists, or as a model would contain itself.
  func know<Model: PersistableModel>(_ models: [Model]) -> AnyTargetLoader? {
    let table = Model.table
    if table.containsItself || table.relations.contains(where: { $0.isList && $0.target().table.leads(to: table) }) {
      return nil
    }
    let loader = loader(Model.self)
    loader.know(models, origin)
    return loader
  }

  func anyLoader<Target: PersistableModel>(
    _ type: Target.Type, _ included: IncludedRelations, by columns: [Int]?, areOptional: Bool
  ) -> AnyTargetLoader {
    loader(type, included, by: columns, areOptional: areOptional)
  }

  func anyListLoader<Target: PersistableModel>(
    _ relation: Int, of owner: TableDescription, _ type: Target.Type
  ) -> AnyListLoader {
    ListLoader(relation: relation, of: owner, loader(type), origin: origin)
  }
}

extension TableDescription {
  /// Whether a model that is loaded contains one of the same table.
  fileprivate var containsItself: Bool {
    relations.contains { $0.isLoadedWithOwner && $0.targetTable() === self }
  }
}

private struct LoaderKey: Hashable {
  var model: ObjectIdentifier
  var included: IncludedRelations
  var columns: [Int]?
  var areOptional: Bool
}

/// A row that another one refers to and that doesn't exist.
struct MissingTarget {
  var owner: TableDescription
  var relation: Int
  var key: String

  /// The error of a load: the store contains what its foreign keys forbid.
  var error: StoreError {
    .corrupted(
      model: owner.model, row: nil, column: owner.relations[relation].name,
      problem: "it refers to \(owner.relations[relation].target().table.model) \(key), which does not exist")
  }

  /// The error of a save: a given model refers to the row.
  var foreignKeyError: StoreError { .foreignKey(model: owner.model, field: owner.relations[relation].name) }
}

extension BackendSession {
  /// The models that the query selects, whose relations only have keys.
  func collect<Model: PersistableModel>(
    _ query: RowQuery, _ origin: ModelOrigin
  ) async throws(StoreError) -> [Model] {
    var models: [Model] = []
    do throws(StoreError) {
      try await read(query) { (row) throws(StoreError) in
        row.source = origin
        Model.collect(&row, into: &models)
        if let error = row.fault?.readingError(query.table, row: row.keyText(query.table)) { throw error }
      }
    } catch {
      throw query.naming(error)
    }
    return models
  }
}
