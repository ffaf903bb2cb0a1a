internal import IgataTables

extension Store {
  /// Appends models to a list without loading it.
  ///
  /// ```swift
  /// try await store.append([Tag(name: "food"), .existing("travel")], to: account, \.tags)
  /// ```
  ///
  /// New models are inserted. A model that is in the list already stays where it is. Nothing else of the owner is
  /// written, of which the key is enough: `to: Account.existing(id)`. The list in `owner` itself isn't changed.
  ///
  /// - Returns: The number of models that were not in the list before.
  /// - Throws: ``StoreError/notFound(model:key:)`` if the owner's row doesn't exist,
  ///   ``StoreError/foreignKey(model:field:)`` if that of a stored model doesn't, and ``StoreError/misuse(reason:)`` if
  ///   the owner doesn't store the list.
  @discardableResult
  nonisolated(nonsending)
    public func append<Model: PersistableModel, Target: PersistableModel>(
      _ models: [Target], to owner: Model, _ list: KeyPath<Model.Columns, RelatedColumns<Target>>
    ) async throws(StoreError) -> Int
  {
    let list = try StoredList(owner, Model._columns(RelationPath())[keyPath: list])
    return try await append(models, to: list)
  }

  /// Removes models from a list without loading it. The models themselves are not deleted.
  ///
  /// - Returns: The number of models that were in the list.
  /// - Throws: ``StoreError/notFound(model:key:)`` if the owner's row doesn't exist, and ``StoreError/misuse(reason:)``
  ///   if the owner doesn't store the list.
  @discardableResult
  nonisolated(nonsending)
    public func remove<Model: PersistableModel, Target: PersistableModel>(
      _ models: [Target], from owner: Model, _ list: KeyPath<Model.Columns, RelatedColumns<Target>>
    ) async throws(StoreError) -> Int
  {
    let list = try StoredList(owner, Model._columns(RelationPath())[keyPath: list])
    return try await remove(models, from: list)
  }

  private func append<Owner, Target>(
    _ models: [Target], to list: StoredList<Owner, Target>
  ) async throws(StoreError) -> Int {
    if models.isEmpty { return 0 }
    let plan = SavePlan(backend)
    let isNew = models.map { !$0._origin.isKeyOnly && !$0._origin.isStored(in: plan.identity) }
    let new = plan.addGroup(of: zip(models, isNew).filter(\.1).map(\.0), .insertMissing)
    let batches = try plan.batches(SaveStamp())
    let writes = 2 + (new.models.isEmpty ? 0 : batches.count)
    try backend.checkWrites(writes, of: "appending to \(list.name)", Owner.table)
    return try await perform(.write, atomic: true) { (session) throws(StoreError) in
      try await plan.write(batches, session)
      var written = new.models.makeIterator()
      let members = zip(models, isNew).map { model, isNew in isNew ? written.next() ?? model : model }
      return try await list.append(members.map(\.primaryKey), plan.origin, session)
    }
  }

  private func remove<Owner, Target>(
    _ models: [Target], from list: StoredList<Owner, Target>
  ) async throws(StoreError) -> Int {
    if models.isEmpty { return 0 }
    let origin = readOrigin
    try backend.checkWrites(2, of: "removing from \(list.name)", Owner.table)
    return try await perform(.write, atomic: true) { (session) throws(StoreError) in
      try await list.remove(models.map(\.primaryKey), origin, session)
    }
  }
}

/// The rows of a list of one owner, which is not loaded.
private struct StoredList<Owner: PersistableModel, Target: PersistableModel> {
  let name: String
  private let owner: Owner
  private let join: TableDescription

  init(_ owner: Owner, _ columns: RelatedColumns<Target>) throws(StoreError) {
    let rows = columns.rows
    let table = Owner.table
    guard rows.owner == RelationPath(), let join = table.joinTable(rows.relation, owner: Owner.self) else {
      throw .misuse(
        reason: "\(table.model) doesn't store this list: save the models in it, which refer to their owner")
    }
    name = "\(table.model).\(table.relations[rows.relation].name)"
    self.owner = owner
    self.join = join
  }

  private var width: Int { Owner.PrimaryKey._columnCount }

  /// Locks the owner's row, as changes of a list take turns, and lets observers of the owner know.
  private func lock(_ origin: ModelOrigin, _ session: any BackendSession) async throws(StoreError) {
    var write = RowWrite(.update, Owner.table, count: 1)
    write.columns = []
    var owners = [owner]
    if try await session.write(&owners, write, origin) == 1 { return }
    throw .notFound(model: Owner.table.model, key: Owner.table.keyText(owner.keyValues))
  }

  private func rows(_ keys: [Target.PrimaryKey]) -> RowQuery {
    RowQuery(join, keys: keys.map { owner.keyValues + $0._keyValues })
  }

  func append(
    _ keys: [Target.PrimaryKey], _ origin: ModelOrigin, _ session: any BackendSession
  ) async throws(StoreError) -> Int {
    try await lock(origin, session)
    var known = Set(try await session.keys(rows(keys)).map { ExactValues($0.dropFirst(width)) })
    let new = keys.filter { known.insert(ExactValues($0._keyValues)).inserted }
    let next = try await nextPosition(of: new.count, session)
    let appended = new.enumerated().map { offset, key in
      ListRow(
        owner: StoredKey(owner.primaryKey), position: next + Int64(offset), target: StoredKey(key))
    }
    try await session.write(appended, join, .insert)
    return new.count
  }

  /// The position of the first of some new members; 0 if the list is unordered.
  private func nextPosition(of count: Int, _ session: any BackendSession) async throws(StoreError) -> Int64 {
    guard let column = join.table.positionColumn else { return 0 }
    let ofOwner = RowQuery(join, where: .keyIsIn(columns: Array(0..<width), [owner.keyValues]))
    let position = QueryExpression.column(RelationPath(), column)
    guard case .integer(let last)? = try await session.aggregate(ofOwner, by: [], [.maximum(position)]).first?.first
    else { return 0 }
    guard last <= .max - Int64(count) else { throw .overflow(expression: "a position in \(name)") }
    return last + 1
  }

  func remove(
    _ keys: [Target.PrimaryKey], _ origin: ModelOrigin, _ session: any BackendSession
  ) async throws(StoreError) -> Int {
    try await lock(origin, session)
    return try await session.delete(rows(keys))
  }
}
