/// The models of one type that a save writes: first the models that were passed to it, if they are of this type, then
/// the related models.
final class SaveGroup<Model: PersistableModel>: AnySaveGroup {
  var models: [Model]
  /// Whether the models that were passed to the save have no rows yet.
  private let rootsAreNew: Bool
  /// The relations that are written with the models that were passed to the save; `nil` for all.
  private let rootRelations: Set<Int>?
  private let roots: Int
  /// How each model is written.
  private var writes: [RowWrite]

  private var explored = 0
  private var edges: [SaveEdge] = []
  private var edgeRanges: [Range<Int>] = []
  /// Whether a model has relations that are replaced by the written models, or that it owns.
  private var isHolder: [Bool] = []
  /// The models with lists or wrappers that are written.
  private var ownsWrites: Set<Int> = []
  /// The relations whose lists are written, or whose wrappers are deleted.
  private var ownedRelations: Set<Int> = []
  private var indexesByKey: [StoredKey: Int]?
  /// The models whose keys the store has yet to generate.
  private var indexesByOrigin: [ModelOrigin: Int]?
  /// The models of boxes that were visited, so that a shared box is explored once. The boxes are retained because they
  /// are identified by their addresses.
  private var indexesByBox: [ObjectIdentifier: Int] = [:]
  private var metBoxes: [AnyObject] = []

  /// The box that replaces each model in the models that refer to it.
  private var boxes: [Int: AnyReferenceBox] = [:]
  private var isFinal: [Bool] = []
  /// The models whose rows were there, and were not to be changed.
  private var leftAsTheyWere: Set<Int> = []
  /// Whether new models were replaced by the rows that were there.
  private(set) var hasPresentRows = false
  private var ownedWrites: [AnyOwnedWrite?]

  init(_ models: [Model], _ writes: [RowWrite], areNew: Bool, relations: Set<Int>?, number: Int) {
    self.models = models
    self.writes = writes
    rootsAreNew = areNew
    rootRelations = relations
    roots = models.count
    ownedWrites = Array(repeating: nil, count: Model.table.relations.count)
    super.init(Model.table, number: number)
  }

  override var count: Int { models.count }
  override var rootCount: Int { roots }
  override func keyValues(of index: Int) -> [StoredValue] { models[index].primaryKey._keyValues }

  override func edges(of index: Int) -> ArraySlice<SaveEdge> {
    edgeRanges.indices.contains(index) ? edges[edgeRanges[index]] : []
  }

  override func wrappers(of index: Int) -> [SaveNode] {
    edges(of: index).filter { edge in
      table.relations.indices.contains(edge.relation) && table.relations[edge.relation].isWrapper
    }.map(\.target)
  }

  // MARK: Finding what is written

  /// The index of the model that a reference points to.
  func index(for box: ReferenceBox<Model>, _ target: Model, _ write: RowWrite, _ plan: SavePlan) -> Int {
    if let known = indexesByBox[ObjectIdentifier(box)] { return known }
    let index = index(for: target, write, plan)
    indexesByBox[ObjectIdentifier(box)] = index
    metBoxes.append(box)
    return index
  }

  /// The index of a model that is written. Two values of one row are an error, unless one of them was
  /// passed to the save and the other is new: then the row is there, and a new model leaves it as it is.
  func index(for model: Model, _ write: RowWrite, _ plan: SavePlan) -> Int {
    let new = models.count
    let index = knownIndex(of: model, or: new)
    if index == new {
      models.append(model)
      writes.append(write)
    } else if !(index < roots && write.kind == .insertMissing), models[index] != model {
      plan.fail(.conflictingChanges(model: table.model, key: table.keyText(model.primaryKey._keyValues)))
    }
    return index
  }

  private func knownIndex(of model: Model, or new: Int) -> Int {
    if model.needsGeneratedKey {
      let known = indexesByOrigin ?? Dictionary(
        models.enumerated().filter(\.element.needsGeneratedKey).map { ($1._origin, $0) }, uniquingKeysWith: { $1 })
      indexesByOrigin = known
      if let index = known[model._origin] { return index }
      indexesByOrigin?[model._origin] = new
    } else {
      let known = indexesByKey ?? Dictionary(
        models.enumerated().map { (StoredKey($1.primaryKey), $0) }, uniquingKeysWith: { $1 })
      indexesByKey = known
      if let index = known[StoredKey(model.primaryKey)] { return index }
      indexesByKey?[StoredKey(model.primaryKey)] = new
    }
    return new
  }

  override func exploreNext(_ plan: SavePlan) -> Bool {
    if !table.holdsRelations { explored = models.count }
    if explored == models.count { return false }
    let visitor = ExploringVisitor(plan, table)
    while explored < models.count {
      explored += 1
      explore(explored - 1, visitor)
    }
    return true
  }

  private func explore(_ index: Int, _ visitor: ExploringVisitor) {
    var model = models[index]
    visitor.begin(model, index < roots ? rootRelations : nil)
    model._visitRelations(visitor)
    if visitor.hasLookups { models[index] = model }
    edgeRanges.append(edges.count..<(edges.count + visitor.edges.count))
    edges += visitor.edges
    if !visitor.changedWrappers.isEmpty || !visitor.keptWrappers.isEmpty {
      writes[index].add(wrappers: visitor.changedWrappers, keeping: visitor.keptWrappers)
    }
    ownedRelations.formUnion(visitor.ownedRelations)
    isHolder.append(!visitor.edges.isEmpty || visitor.hasOtherWrites)
    if visitor.hasOtherWrites || !visitor.changedWrappers.isEmpty { ownsWrites.insert(index) }
  }

  override func prepare(_ indexes: [Int], _ stamp: SaveStamp) throws(StoreError) {
    if table.hasStamps {
      for index in indexes where !writes[index].changesNothing { try models[index]._stamp(with: stamp) }
    }
    try stamp.check(indexes.count == models.count ? models : indexes.map { models[$0] })
  }

  // MARK: Writing

  override func write(
    _ indexes: [Int], _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    if isFinal.isEmpty { isFinal = Array(repeating: false, count: models.count) }
    let hasKeys = table.generatedKeyColumn == nil
    let runs = runs(of: indexes, plan)
    let visitor = ReplacingVisitor(plan, ownedWrites)
    for index in indexes {
      if isHolder.indices.contains(index), isHolder[index] { replaceRelations(of: index, visitor) }
      models[index]._origin = plan.origin
      isFinal[index] = hasKeys
    }
    ownedWrites = visitor.ownedWrites
    for (write, run) in runs {
      for (write, run) in try await changes(of: run, write, session) { try await self.write(run, write, plan, session) }
    }
    for index in indexes {
      isFinal[index] = true
      if table.isExternal { models[index]._original = OriginalRow(of: models[index]) }
    }
    if plan.hasLookups { plan.lookups.replace(indexes.map { models[$0] }) }
  }

  /// The models that are written together.
  private func runs(of indexes: [Int], _ plan: SavePlan) -> [(write: RowWrite, indexes: ArraySlice<Int>)] {
    let writes = indexes.map {
      self.writes[$0].finished(for: models[$0], isRelated: $0 >= roots, in: plan.identity)
    }
    // Keys are generated in the order of the models, whichever of them have values that the database makes.
    let isCounted = table.generatedKeyColumn != nil && !table.databaseDefaults.isEmpty
    let mayMove = !isCounted && !indexes.contains { edges(of: $0).contains { $0.target.group == number } }
    return RowWrite.runs(of: indexes, writes, mayMove: mayMove).map { write, run in
      // Changes of lists of an owner take turns, as they lock its row. That of a root must be there.
      (write, write.changesNothing ? run.filter { ownsWrites.contains($0) || $0 < roots }[...] : run)
    }
  }

  override func writeCount(of indexes: [Int], _ plan: SavePlan) -> Int {
    runs(of: indexes, plan).count { !$0.indexes.isEmpty } + ownedRelations.count
  }

  private func write(
    _ indexes: ArraySlice<Int>, _ write: RowWrite, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    if indexes.isEmpty { return }
    let count: Int
    var write = write
    (write.count, write.comesInParts) = (indexes.count, true)
    // All of them in their own order: the usual case, in which nothing is moved.
    if indexes.count == models.count, zip(indexes, indexes.dropFirst()).allSatisfy({ $0 < $1 }) {
      count = try await session.write(&models, write, plan.origin)
    } else {
      var written = indexes.map { models[$0] }
      count = try await session.write(&written, write, plan.origin)
      for (index, model) in zip(indexes, written) { models[index] = model }
    }
    guard count < indexes.count else { return }
    if write.kind == .insertMissing { return try await readPresent(indexes, plan, session) }
    let key = table.keyText(keyValues(of: indexes[indexes.startIndex + count]))
    if write.isMissingStale { throw .staleVersion(model: table.model, key: key) }
    throw .notFound(model: table.model, key: key)
  }

  override func findPresent(_ session: any BackendSession) async throws(StoreError) -> [SaveNode] {
    let owners = ownsWrites.filter { writes[$0].kind == .insertMissing && !models[$0].needsGeneratedKey }
    if owners.isEmpty { return [] }
    let present = Set(try await session.keys(RowQuery(table, keys: owners.map { keyValues(of: $0) })))
    leftAsTheyWere.formUnion(owners.filter { present.contains(keyValues(of: $0)) })
    return leftAsTheyWere.flatMap { wrappers(of: $0) }
  }

  /// Replaces new models whose rows were there with those rows.
  private func readPresent(
    _ indexes: ArraySlice<Int>, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    let query = RowQuery(table, keys: indexes.map { keyValues(of: $0) })
    let present: [Model] = try await LoadContext(plan.origin).load(query, lists: .finite, from: session)
    let byKey = Dictionary(present.map { (StoredKey($0.primaryKey), $0) }, uniquingKeysWith: { first, _ in first })
    for index in indexes {
      guard let model = byKey[StoredKey(models[index].primaryKey)] else { continue }
      models[index] = model
      boxes[index]?.of(Model.self).fill(model, origin: plan.origin)
    }
    hasPresentRows = true
  }

  private func replaceRelations(of index: Int, _ visitor: ReplacingVisitor) {
    visitor.begin(
      index, index < roots ? rootRelations : nil, edges(of: index), isInserted: !mayHaveBeen(index))
    var model = models[index]
    model._visitRelations(visitor)
    models[index] = model
  }

  override func writeOwned(_ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {
    for case let write? in ownedWrites { try await write.write(of: self, plan, session) }
  }

  /// Whether the model's row may have existed before the save.
  func mayHaveBeen(_ index: Int) -> Bool { index >= roots || !rootsAreNew }

  /// Whether the model is new but its row was there, so that what the model owns is not written either.
  func isLeftAsItWas(_ index: Int) -> Bool { leftAsTheyWere.contains(index) }

  // MARK: References to the models

  override func box(of index: Int) -> AnyReferenceBox? {
    if let box = boxes[index] { return box }
    guard isFinal.indices.contains(index), isFinal[index] else {
      return ReferenceBox<Model>(key: models[index].primaryKey)
    }
    let box = ReferenceBox(models[index])
    boxes[index] = box
    return box
  }

  /// Replaces those members of a list that were written. Some are written later if lists form a cycle.
  func replace(_ members: inout [Model], _ edges: ArraySlice<SaveEdge>) {
    for edge in edges {
      guard let member = edge.member, isFinal.indices.contains(edge.target.index), isFinal[edge.target.index] else {
        continue
      }
      members[member] = models[edge.target.index]
    }
  }

  /// The keys of the members of a list, some of which were generated when the members were written.
  func keys(of members: [Model], _ edges: ArraySlice<SaveEdge>) -> [StoredKey] {
    var keys: [StoredKey] = []
    keys.reserveCapacity(members.count)
    for member in members { keys.append(StoredKey(member.primaryKey)) }
    for edge in edges {
      if let member = edge.member { keys[member] = StoredKey(models[edge.target.index].primaryKey) }
    }
    return keys
  }
}

extension BackendSession {
  /// Writes the models, sets the keys that were generated for them and their origin, and notifies observers. Returns
  /// how many were written; see ``write(_:_:)``.
  func write<Model: PersistableModel>(
    _ models: inout [Model], _ write: RowWrite, _ origin: ModelOrigin
  ) async throws(StoreError) -> Int {
    // Compared first, as that costs next to nothing without observers.
    if Self.self == RecordingSession.self, let recording = self as? RecordingSession {
      return try await recording.write(models: &models, write, origin)
    }
    return try await writeAll(&models, write, origin)
  }

  func writeAll<Model: PersistableModel>(
    _ models: inout [Model], _ write: RowWrite, _ origin: ModelOrigin
  ) async throws(StoreError) -> Int {
    let table = write.table
    let count = try await self.write(write) { (row) throws(StoreError) in
      // Part by part, as the models of a part are still in the processor's cache.
      Model.write(&models, from: row.firstRow, to: &row, origin: origin)
      if let error = row.fault?.writingError(table) { throw error }
    }
    if !write.omitted.isEmpty || !table.readOnlyColumns.isEmpty, count > 0 {
      try await readDatabaseDefaults(of: &models)
    }
    return count
  }
}
