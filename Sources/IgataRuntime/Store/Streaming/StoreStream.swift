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
  /// The stream throws ``StoreError/cancelled`` when the task is canceled, and ``StoreError/closed`` when the store is
  /// closed. It may be abandoned at any time, which releases its resources.
  public func stream<Model: PersistableModel>(_ query: Query<Model>) -> StoreStream<Model> {
    let identity = backend.identity
    return StoreStream(store: self, query.rowQuery) { () throws(StoreError) in ModelBatch(query, identity) }
  }

  /// The models that the query selects, one at a time, each with rows at the other end of a to-many relation; see
  /// ``fetch(_:with:)->[(Model,[Related.Element])]``. These are read by one query for each batch.
  public func stream<Model: PersistableModel, Related: RelatedModels>(
    _ query: Query<Model>, with related: (Model.Columns) -> Related
  ) -> StoreStream<(Model, [Related.Element])> {
    stream(query, RelatedFetches(related(Model._columns(RelationPath()))))
  }

  /// The models that the query selects, one at a time, each with rows of several to-many relations.
  public func stream<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, with related: (Model.Columns) -> (repeat each Related)
  ) -> StoreStream<(Model, (repeat [(each Related).Element]))> {
    let related = related(Model._columns(RelationPath()))
    return stream(query, RelatedFetches(repeat each related))
  }

  /// The values of a column or of a calculation for each row that the query selects, one at a time.
  public func stream<Model: PersistableModel, Value: Storable>(
    _ query: Query<Model>, _ value: (Model.Columns) -> Column<Value>
  ) -> StoreStream<Value> {
    stream(query, .selecting(value(Model._columns(RelationPath())), of: Model.table))
  }

  /// The values of columns and calculations for each row that the query selects, one row at a time.
  public func stream<Model: PersistableModel, each Value: Storable>(
    _ query: Query<Model>, _ values: (Model.Columns) -> (repeat Column<each Value>)
  ) -> StoreStream<(repeat each Value)> {
    let columns = values(Model._columns(RelationPath()))
    return stream(query, .selecting(repeat each columns, of: Model.table))
  }

  private func stream<Model: PersistableModel, each Related: RelatedModels>(
    _ query: Query<Model>, _ related: RelatedFetches<repeat each Related>
  ) -> StoreStream<(Model, (repeat [(each Related).Element]))> {
    let identity = backend.identity
    return StoreStream(store: self, query.rowQuery) { () throws(StoreError) in RelatedBatch(query, related, identity) }
  }

  private func stream<Model: PersistableModel, each Value: Storable>(
    _ query: Query<Model>, _ selected: Result<SelectedValues<repeat each Value>, StoreError>
  ) -> StoreStream<(repeat each Value)> {
    let rows = query.rowQuery
    return StoreStream(store: self, rows) { () throws(StoreError) in ValueBatch(rows, try selected.get()) }
  }
}

/// What a store reads of the rows that a query selects, on demand; see ``Store/stream(_:)``.
public struct StoreStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The errors of reading.
  public typealias Failure = StoreError

  /// Returns the next elements; none at the end.
  typealias NextBatch = @Sendable () async throws(StoreError) -> [Element]

  private let makeSource: @Sendable () -> NextBatch

  /// - Parameter makeBatch: Makes an empty batch, which may read more of the rows than the query.
  init<Batch: RowBatch>(
    store: Store, _ query: RowQuery, _ makeBatch: @escaping @Sendable () throws(StoreError) -> Batch
  ) where Batch.Element == Element {
    makeSource = {
      let source = StreamSource(store, query, makeBatch)
      return { () async throws(StoreError) in try await source.nextBatch() }
    }
  }

  /// Makes an iterator, which starts reading when its first element is requested. Each iterator reads independently.
  public func makeAsyncIterator() -> Iterator { Iterator(nextBatch: makeSource()) }

  /// Iterates over the elements.
  public struct Iterator: AsyncIteratorProtocol {
    /// `nil` after the end.
    private var nextBatch: NextBatch?
    /// The next elements, in reverse order.
    private var batch: [Element] = []

    init(nextBatch: @escaping NextBatch) { self.nextBatch = nextBatch }

    /// The next element; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> Element? {
      if let next = batch.popLast() { return next }
      guard let nextBatch else { return nil }
      do throws(StoreError) {
        batch = try await nextBatch()
      } catch {
        self.nextBatch = nil
        throw error
      }
      batch.reverse()
      let next = batch.popLast()
      if next == nil { self.nextBatch = nil }
      return next
    }
  }
}
