extension Store {
  /// The models that the query selects, in its order, one at a time: for more rows than should be in memory at once.
  ///
  /// ```swift
  /// for try await entry in store.stream(Entry.all) { try write(entry) }
  /// ```
  ///
  /// Rows are read a few hundred at a time, each with its relations. All are of one state of the data, that in which
  /// the first was asked for, whatever is written meanwhile. In a transaction, by the store of its closure, the stream
  /// goes through the data as the transaction changes it: where a row's place in the order changes it may come again or
  /// not at all, which can't happen in the order of the key, that of a query without another. There each few hundred
  /// rows are a query of their own, which costs a sort where no index serves the order.
  ///
  /// Ends by throwing ``StoreError/cancelled`` when the task is cancelled. It may be left half-way; what it holds is
  /// given back then.
  public func stream<Model: PersistableModel>(_ query: Query<Model>) -> ModelStream<Model> {
    ModelStream(store: self, query: query)
  }
}

/// The models that a query selects, read as they are asked for; see ``Store/stream(_:)``.
public struct ModelStream<Model: PersistableModel>: AsyncSequence, Sendable {
  /// A model.
  public typealias Element = Model
  /// What a read throws.
  public typealias Failure = StoreError

  let store: Store
  let query: Query<Model>

  /// An iterator, which begins to read when the first model is asked for. Each one reads for itself.
  public func makeAsyncIterator() -> Iterator { Iterator(source: StreamSource(store, query)) }

  /// Goes through the models.
  public struct Iterator: AsyncIteratorProtocol {
    private var source: StreamSource<Model>?
    /// The next ones, the last first.
    private var batch: [Model] = []

    init(source: StreamSource<Model>) { self.source = source }

    /// The next model; nothing at the end.
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
