extension Store {
  /// The rows that the query selects: now, and again whenever a commit could have changed them.
  ///
  /// ```swift
  /// for try await accounts in store.observe(Account.all.order { $0.name.ascending }) { show(accounts) }
  /// ```
  ///
  /// Rows are read anew after a commit that touched a table which the query reads, be it for its condition, its order,
  /// or the relations and lists of its models, and given where they differ from those that were given last. What is
  /// given is one state of the data, never half a transaction; it is read when the next element is asked for, so that a
  /// slow observer gets the newest state, misses those between, and delays no writer.
  ///
  /// What others than the stores over this backend write is noticed where the backend can: `SQLiteBackend` looks for
  /// it several times a second.
  ///
  /// Ends when its task is cancelled, and by throwing what a read throws.
  public func observe<Model: PersistableModel>(_ query: Query<Model>) -> StoreObservation<[Model], StoreError> {
    StoreObservation(
      backend,
      fetch: { (listener) throws(StoreError) in
        try await listener.beginReading().run { (store) throws(StoreError) in try await store.fetch(query) }
      },
      isSame: { query.included.areSame($0, $1) })
  }

  /// What the closure gives: now, and again whenever a commit could have changed it.
  ///
  /// ```swift
  /// let totals = store.observe { store in try await store.sum(Entry.all) { $0.amount } }
  /// ```
  ///
  /// The closure is handed a store that sees one state of the data and can only read it; which tables it reads is
  /// noted anew each time. See ``observe(_:)-(Query<Model>)`` for the rest.
  public func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Store) async throws -> Value
  ) -> StoreObservation<Value, any Error> {
    StoreObservation(
      backend,
      fetch: { listener in
        let reading = try await listener.beginReading()
        return try await reading.run { store in
          try await TransactionScope.$current.withValue(reading.scope) { try await fetch(store) }
        }
      },
      isSame: { $0 == $1 })
  }
}

/// A value that is computed from the store, and again whenever it may be another one; see
/// ``Store/observe(_:)-(Query<Model>)``.
public struct StoreObservation<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The value.
  public typealias Element = Value

  private let backend: any Backend
  private let fetch: @Sendable (TableListener) async throws(Failure) -> Value
  private let isSame: @Sendable (Value, Value) -> Bool

  init(
    _ backend: any Backend, fetch: @escaping @Sendable (TableListener) async throws(Failure) -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.backend = backend
    self.fetch = fetch
    self.isSame = isSame
  }

  /// An iterator, whose first element is the value as it is when it is asked for.
  public func makeAsyncIterator() -> Iterator {
    Iterator(backend: backend, fetch: fetch, isSame: isSame)
  }

  /// Goes through the values as they change.
  public struct Iterator: AsyncIteratorProtocol {
    let backend: any Backend
    let fetch: @Sendable (TableListener) async throws(Failure) -> Value
    let isSame: @Sendable (Value, Value) -> Bool
    private var listener: TableListener?
    private var last: Value?
    private var isEnded = false

    init(
      backend: any Backend, fetch: @escaping @Sendable (TableListener) async throws(Failure) -> Value,
      isSame: @escaping @Sendable (Value, Value) -> Bool
    ) {
      self.backend = backend
      self.fetch = fetch
      self.isSame = isSame
    }

    /// The next value that differs from the last, as soon as there is one; nothing when the task is cancelled, and from
    /// then on.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
      while !isEnded, !Task.isCancelled {
        let listener: TableListener
        if let known = self.listener {
          listener = known
          guard await listener.isTouched() else { break }
        } else {
          listener = await TableListener(listening: backend)
          self.listener = listener
        }
        let value: Value
        do throws(Failure) {
          value = try await fetch(listener)
        } catch {
          end()
          if Task.isCancelled { return nil }
          throw error
        }
        if let last, isSame(last, value) { continue }
        last = value
        return value
      }
      end()
      return nil
    }

    private mutating func end() {
      isEnded = true
      listener = nil
      last = nil
    }
  }
}
