extension Store {
  /// The models that the query selects, in its order, one at a time. Use it for more rows than fit in memory.
  ///
  /// ```swift
  /// for try await entry in store.stream(Entry.all) { try write(entry) }
  /// ```
  ///
  /// Rows are read in batches of a few hundred, each with its relations. All are of one snapshot of the data, taken
  /// when the first model is requested, whatever is written in the meantime.
  ///
  /// In a transaction, with the store of its closure, the stream sees the changes that the transaction makes. If a
  /// change moves a row in the query's order, the row may be returned twice or not at all, which can't happen in the
  /// order of the key, the default. Each batch is a query of its own there, which sorts the rows unless an index serves
  /// the order.
  ///
  /// The stream throws ``StoreError/cancelled`` when the task is canceled. It may be abandoned at any time, which
  /// releases its resources.
  public func stream<Model: PersistableModel>(_ query: Query<Model>) -> ModelStream<Model> {
    ModelStream(store: self, query: query)
  }
}

/// The models that a query selects, read on demand; see ``Store/stream(_:)``.
public struct ModelStream<Model: PersistableModel>: AsyncSequence, Sendable {
  /// A model.
  public typealias Element = Model
  /// The errors of reading.
  public typealias Failure = StoreError

  let store: Store
  let query: Query<Model>

  /// Makes an iterator, which starts reading when its first model is requested. Each iterator reads independently.
  public func makeAsyncIterator() -> Iterator { Iterator(source: StreamSource(store, query)) }

  /// Iterates over the models.
  public struct Iterator: AsyncIteratorProtocol {
    private var source: StreamSource<Model>?
    /// The next models, in reverse order.
    private var batch: [Model] = []

    init(source: StreamSource<Model>) { self.source = source }

    /// The next model; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> Model? {
      if let next = batch.popLast() { return next }
      guard let source else { return nil }
      do throws(StoreError) {
        batch = try await source.nextBatch()
      } catch {
        self.source = nil
        throw error
      }
      batch.reverse()
      let next = batch.popLast()
      if next == nil { self.source = nil }
      return next
    }
  }
}
