/// The models of one type that a save writes: first the models that were passed to it, if they are of this type, then
/// the related models.
final class SaveGroup<Model: PersistableModel>: AnySaveGroup {
  private(set) var models: [Model]
  private let kind: RowWrite.Kind
  private let roots: Int

  private var explored = 0
  private var edges: [SaveEdge] = []
  private var edgeRanges: [Range<Int>] = []
  /// Whether a model has relations that are replaced by the written models.
  private var isHolder: [Bool] = []
  /// Models that were explored and then replaced by another model with the same key.
  private var replaced: [Int] = []
  private var indexesByKey: [ExactKey<Model.PrimaryKey>: Int]?
  /// The models of boxes that were visited, so that a shared box is explored once. The boxes are retained because they
  /// are identified by their addresses.
  private var indexesByBox: [ObjectIdentifier: [Int]] = [:]
  private var metBoxes: [AnyObject] = []

  /// The box that replaces each model in the models that refer to it.
  private var boxes: [Int: ReferenceBox<Model>] = [:]
  private var isFinal: [Bool] = []
  private var listWrites: [AnyListWrite?]

  init(_ models: [Model], _ kind: RowWrite.Kind, number: Int) {
    self.models = models
    self.kind = kind
    roots = models.count
    listWrites = Array(repeating: nil, count: Model.table.relations.count)
    super.init(Model.table, number: number)
  }

  override var count: Int { models.count }
  override var rootCount: Int { roots }
  override func keyValues(of index: Int) -> [StoredValue] { models[index].primaryKey._keyValues }

  override func edges(of index: Int) -> ArraySlice<SaveEdge> {
    edgeRanges.indices.contains(index) ? edges[edgeRanges[index]] : []
  }

  // MARK: Finding what is written

  /// The model that a reference points to.
  func index(for box: ReferenceBox<Model>, _ target: Model) -> Int {
    if let known = indexesByBox[ObjectIdentifier(box)]?.first { return known }
    let index = index(for: target)
    indexesByBox[ObjectIdentifier(box)] = [index]
    metBoxes.append(box)
    return index
  }

  /// The models of a list.
  func indexes(for list: ReferenceListBox<Model>) -> [Int] {
    if let known = indexesByBox[ObjectIdentifier(list)] { return known }
    let indexes = list.targets.map { index(for: $0) }
    indexesByBox[ObjectIdentifier(list)] = indexes
    metBoxes.append(list)
    return indexes
  }

  private func index(for model: Model) -> Int {
    let key = model.primaryKey
    if table.generatedKeyColumn != nil, key._keyValues == [.integer(0)] {
      models.append(model)
      return models.count - 1
    }
    if indexesByKey == nil {
      indexesByKey = Dictionary(models.enumerated().map { (ExactKey($1.primaryKey), $0) }, uniquingKeysWith: { $1 })
    }
    guard let index = indexesByKey?[ExactKey(key)] else {
      indexesByKey?[ExactKey(key)] = models.count
      models.append(model)
      return models.count - 1
    }
    if index >= roots {
      models[index] = model
      if index < explored { replaced.append(index) }
    }
    return index
  }

  override func exploreNext(_ plan: SavePlan) -> Bool {
    if !table.holdsRelations { explored = models.count }
    if explored == models.count, replaced.isEmpty { return false }
    let visitor = ExploringVisitor(plan, table)
    while explored < models.count {
      explored += 1
      edgeRanges.append(0..<0)
      isHolder.append(false)
      explore(explored - 1, visitor)
    }
    while let index = replaced.popLast() { explore(index, visitor) }
    return true
  }

  private func explore(_ index: Int, _ visitor: ExploringVisitor) {
    var model = models[index]
    let replacedBefore = replaced.count
    visitor.begin()
    model._visitRelations(visitor)
    // In the meantime, the model may have been replaced by one of its own related models, which is explored later.
    if visitor.hasLookups, !replaced[replacedBefore...].contains(index) { models[index] = model }
    edgeRanges[index] = edges.count..<(edges.count + visitor.edges.count)
    edges += visitor.edges
    isHolder[index] = !visitor.edges.isEmpty || visitor.hasDirtyList
  }

  override func prepare(_ indexes: [Int], _ stamp: SaveStamp) throws(StoreError) {
    if table.hasStamps { for index in indexes { try models[index]._stamp(with: stamp) } }
    try stamp.check(indexes.count == models.count ? models : indexes.map { models[$0] })
  }

  // MARK: Writing

  override func write(
    _ indexes: [Int], _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    if isFinal.isEmpty { isFinal = Array(repeating: false, count: models.count) }
    let hasKeys = table.generatedKeyColumn == nil
    for index in indexes {
      if isHolder.indices.contains(index), isHolder[index] { replaceRelations(of: index, plan) }
      isFinal[index] = hasKeys
    }
    var rest = indexes[...]
    while let first = rest.first {
      let isRoot = first < roots
      let run = kind == .save ? rest : rest.prefix { ($0 < roots) == isRoot }
      rest = rest[run.endIndex...]
      try await write(run, isRoot ? kind : .save, session)
    }
    for index in indexes { isFinal[index] = true }
  }

  private func write(
    _ indexes: ArraySlice<Int>, _ kind: RowWrite.Kind, _ session: any BackendSession
  ) async throws(StoreError) {
    // All of them in their own order: the usual case, in which nothing is moved.
    if indexes.count == models.count, zip(indexes, indexes.dropFirst()).allSatisfy({ $0 < $1 }) {
      return try await session.write(&models, kind)
    }
    var written = indexes.map { models[$0] }
    try await session.write(&written, kind)
    for (index, model) in zip(indexes, written) { models[index] = model }
  }

  private func replaceRelations(of index: Int, _ plan: SavePlan) {
    let visitor = ReplacingVisitor(plan, edges(of: index), owner: index, listWrites)
    var model = models[index]
    model._visitRelations(visitor)
    models[index] = model
    listWrites = visitor.listWrites
  }

  override func writeLists(_ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {
    for case let list? in listWrites { try await list.write(of: self, plan, session) }
  }

  /// Whether the model's row may have existed before the save.
  func mayHaveBeen(_ index: Int) -> Bool { index >= roots || kind != .insert }

  // MARK: References to the models

  /// The reference that a model has after the save. It has only the key if the target is not written yet, which is so
  /// only for a model that refers to itself.
  func reference(to index: Int, identity: StoreIdentity) -> Reference<Model> {
    if let box = boxes[index] { return Reference(box: box) }
    guard isFinal.indices.contains(index), isFinal[index] else { return Reference(key: models[index].primaryKey) }
    let box = ReferenceBox(key: models[index].primaryKey, target: models[index], origin: identity)
    boxes[index] = box
    return Reference(box: box)
  }

  /// The model as it was written; `nil` if it is written later, which happens if lists form a cycle.
  func written(_ index: Int) -> Model? {
    isFinal.indices.contains(index) && isFinal[index] ? models[index] : nil
  }
}

extension BackendSession {
  /// Writes the models, sets the keys that were generated for them, and notifies observers.
  func write<Model: PersistableModel>(_ models: inout [Model], _ kind: RowWrite.Kind) async throws(StoreError) {
    // Compared first, as that costs next to nothing without observers.
    if Self.self == RecordingSession.self, let recording = self as? RecordingSession {
      try await recording.write(models: &models, kind)
    } else {
      try await writeAll(&models, kind)
    }
  }

  func writeAll<Model: PersistableModel>(_ models: inout [Model], _ kind: RowWrite.Kind) async throws(StoreError) {
    let table = Model.table
    var write = RowWrite(kind, table, count: models.count)
    write.comesInParts = true
    let count = try await self.write(write) { (row) throws(StoreError) in
      Model.write(&models, from: row.firstRow, to: &row)
      if let error = row.fault?.writingError(table) { throw error }
    }
    if count < models.count {
      throw .notFound(model: table.model, key: table.keyText(models[count].primaryKey._keyValues))
    }
  }
}
