@_spi(Backend) public import IgataRuntime

extension MemoryBackend {
  /// A backend that fills itself: each new table gets `samples` rows and the rows that they relate to. The rows are the
  /// same for the same seed, as `Model.samples(count:seed:)` returns them. Use it to build a screen before there is
  /// data to load.
  public convenience init(samples: Int, seed: UInt64) {
    let samples = MemorySamples(count: samples, seed: seed)
    self.init { (backend, tables) throws(StoreError) in try await samples.fill(tables, of: backend) }
  }
}

/// Fills the new tables of a `MemoryBackend`.
private struct MemorySamples: Sendable {
  let count: Int
  let seed: UInt64

  /// Saves samples of the models of these tables.
  func fill(_ tables: [TableDescription], of backend: MemoryBackend) async throws(StoreError) {
    let store = Store(backend)
    for table in tables {
      if let model = table.modelType as? any PersistableModel.Type { try await save(model, store) }
    }
  }

  private func save<Model: PersistableModel>(_ model: Model.Type, _ store: Store) async throws(StoreError) {
    try await store.save(Model.samples(count: count, seed: seed))
  }
}
