/// What one save writes: the models that were passed to it and, at any depth, their related models that are new or were
/// changed through the relation; see ``RelatedWrite``.
final class SavePlan {
  let backend: any Backend
  let identity: StoreIdentity
  /// The origin of every model that the save returns.
  let origin: ModelOrigin
  /// Loads the required relations of which only the key is known, so that the returned models are complete.
  let lookups: LoadContext
  private(set) var groups: [AnySaveGroup] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Whether anything is looked up.
  private(set) var hasLookups = false
  private var failure: StoreError?

  /// Whether wrappers are written that haven't changed, as their rows were deleted with those of their owners.
  let wrappersAreMissing: Bool

  init(_ backend: any Backend, wrappersAreMissing: Bool = false) {
    self.backend = backend
    identity = backend.identity
    self.wrappersAreMissing = wrappersAreMissing
    origin = .batch(of: identity)
    lookups = LoadContext(origin)
  }

  /// The models of one type that are written.
  func group<Model: PersistableModel>(_ type: Model.Type) -> SaveGroup<Model> {
    if let number = numbers[ObjectIdentifier(type)], let group = groups[number] as? SaveGroup<Model> { return group }
    return addGroup(of: [Model](), .save)
  }

  /// The first group has the models that were passed to the save.
  ///
  /// - Parameters:
  ///   - kind: How they are written.
  ///   - columns: The columns that are written; `nil` for all.
  ///   - relations: The relations that are written with them; `nil` for all.
  func addGroup<Model: PersistableModel>(
    of models: [Model], _ kind: RowWrite.Kind, columns: [Int]? = nil, relations: Set<Int>? = nil
  ) -> SaveGroup<Model> {
    let writes = models.map { RowWrite(kind, $0, columns: columns, in: identity) }
    let group = SaveGroup(models, writes, areNew: kind == .insert, relations: relations, number: groups.count)
    numbers[ObjectIdentifier(Model.self)] = groups.count
    groups.append(group)
    return group
  }

  /// Makes ``explore()`` throw an error.
  func fail(_ error: StoreError) { failure = failure ?? error }

  /// Finds everything to write. It doesn't recurse, so that chains of models may have any length.
  ///
  /// - Throws: ``StoreError/notLoaded(model:field:)`` and ``StoreError/conflictingChanges(model:key:)``.
  private func explore() throws(StoreError) {
    var hasMore = true
    while hasMore {
      hasMore = false
      var number = 0
      while number < groups.count {
        if groups[number].exploreNext(self) { hasMore = true }
        number += 1
      }
    }
    if let failure { throw failure }
    hasLookups = lookups.isPending
  }

  /// Finds everything to write, in the order in which it is written, and checks it.
  func batches(_ stamp: SaveStamp) throws(StoreError) -> [SaveOrder.Batch] {
    try explore()
    let batches = try SaveOrder.batches(groups)
    for batch in batches {
      try groups[batch.group].table.checkIsWritten()
      try groups[batch.group].prepare(batch.indexes, stamp)
    }
    if let table = groups.first?.table, backend.writeLimit(table) != nil {
      let count = batches.map { groups[$0.group].writeCount(of: $0.indexes, self) }.reduce(0, +)
      try backend.checkWrites(count, of: "saving \(table.model) with its related models", table)
    }
    return batches
  }

  func write(_ batches: [SaveOrder.Batch], _ session: any BackendSession) async throws(StoreError) {
    if hasLookups { try await lookups.finish(from: session) { $0.foreignKeyError } }
    let left = try await findPresent(session)
    for batch in batches {
      let indexes = left.isEmpty
        ? batch.indexes : batch.indexes.filter { !left.contains(SaveNode(group: batch.group, index: $0)) }
      if !indexes.isEmpty { try await groups[batch.group].write(indexes, self, session) }
    }
    for group in groups { try await group.writeOwned(self, session) }
  }

  /// Finds, of the new related models, those whose rows are there. They are left as they are, and so are their lists
  /// and their wrappers. Nothing is asked for models that have neither.
  ///
  /// - Returns: The wrappers that are not written.
  private func findPresent(_ session: any BackendSession) async throws(StoreError) -> Set<SaveNode> {
    var pending: [SaveNode] = []
    for group in groups { pending += try await group.findPresent(session) }
    var left: Set<SaveNode> = []
    while let node = pending.popLast() {
      if !left.insert(node).inserted { continue }
      pending += groups[node.group].wrappers(of: node.index)
    }
    return left
  }
}

/// A model to write: its group, and its index there.
struct SaveNode: Hashable {
  var group: Int
  var index: Int
}

/// A relation from one model to another, both of which are written.
struct SaveEdge {
  var target: SaveNode
  var relation: Int
  /// The position of the target in a list of the model; `nil` if the relation isn't a list.
  var member: Int?
  /// Whether the target's row may be written after the model's.
  var isList: Bool { member != nil }
}

/// The models of one type that a save writes, independent of the type.
class AnySaveGroup {
  let table: TableDescription
  let number: Int

  init(_ table: TableDescription, number: Int) {
    self.table = table
    self.number = number
  }

  /// The number of models. Those that were passed to the save come first.
  var count: Int { 0 }
  var rootCount: Int { 0 }
  /// The related models that are written too, in the order in which the relations are visited.
  func edges(of index: Int) -> ArraySlice<SaveEdge> { [] }
  func keyValues(of index: Int) -> [StoredValue] { [] }

  /// Explores the models that were added since the last call. Returns whether there were any.
  func exploreNext(_ plan: SavePlan) -> Bool { false }
  /// The wrappers of the model that are written.
  func wrappers(of index: Int) -> [SaveNode] { [] }
  /// Finds, of the new models that own wrappers or lists, those whose rows are there, and returns their wrappers, which
  /// are not written either.
  func findPresent(_ session: any BackendSession) async throws(StoreError) -> [SaveNode] { [] }
  /// Sets dates and versions, and checks constraints.
  func prepare(_ indexes: [Int], _ stamp: SaveStamp) throws(StoreError) {}
  /// The number of writes that the models and what they own take, at the least.
  func writeCount(of indexes: [Int], _ plan: SavePlan) -> Int { 0 }
  /// Writes the models in this order, in one batch if possible.
  func write(_ indexes: [Int], _ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {}
  /// The box that refers to a model after the save. It has only the key if the model is not written yet, which is so
  /// only for a model that refers to itself.
  func box(of index: Int) -> AnyReferenceBox? { nil }
  /// Writes the lists of the models, all of which have been written, and deletes the wrappers that were removed.
  func writeOwned(_ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {}
}
