/// What fills the tables of a ``MemoryBackend`` when they are prepared.
struct MemorySamples: Sendable {
  let count: Int
  let seed: UInt64

  /// Saves samples of the models of these tables.
  func fill(_ tables: [TableDescription], of backend: MemoryBackend) async throws(StoreError) {
    let store = Store(backend)
    for table in tables {
      if let model = table.modelType { try await save(model, store) }
    }
  }

  private func save<Model: PersistableModel>(_ model: Model.Type, _ store: Store) async throws(StoreError) {
    try await store.save(Model.samples(count: count, seed: seed))
  }
}

extension TableDescription {
  /// The model that codes the rows, once a store has prepared it; a table of an ordered relation has none.
  var modelType: (any PersistableModel.Type)? { knownModelType.withLock { $0 } }

  /// Lets backends know the model that codes the rows.
  func register(_ model: any PersistableModel.Type) { knownModelType.withLock { $0 = model } }
}
