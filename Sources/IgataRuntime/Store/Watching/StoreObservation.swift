extension Store {
  /// The rows that the query selects: now, and again after each commit that changes them.
  ///
  /// ```swift
  /// for try await accounts in store.observe(Account.all.order { $0.name.ascending }) { show(accounts) }
  /// ```
  ///
  /// Rows are read again after a commit that changed a table which the query reads for its condition, its order, or the
  /// relations and lists of its models. They are returned if they differ from the last ones. All rows of an element are
  /// of one snapshot of the data, never of half a transaction. They are read when the next element is requested, so a
  /// slow observer gets the latest state, skips those in between, and delays no writer.
  ///
  /// Changes by others than the stores over this backend are noticed if the backend supports it: `SQLiteBackend` checks
  /// for them several times a second.
  ///
  /// The sequence ends when its task is canceled or the store is closed, and throws the error of a read that fails.
  public func observe<Model: PersistableModel>(_ query: Query<Model>) -> StoreObservation<[Model], StoreError> {
    StoreObservation(
      self,
      fetch: { (listener) throws(StoreError) in
        try await listener.beginReading().run { (store) throws(StoreError) in try await store.fetch(query) }
      },
      isSame: { query.included.areSame($0, $1) })
  }

  /// The result of the closure: now, and again after each commit that changes it.
  ///
  /// ```swift
  /// let totals = store.observe { store in try await store.sum(Entry.all) { $0.amount } }
  /// ```
  ///
  /// The store that is passed to the closure reads one snapshot of the data, and can't write. The tables that the
  /// closure reads are recorded each time. Otherwise it behaves like ``observe(_:)-(Query<Model>)``.
  public func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Store) async throws -> Value
  ) -> StoreObservation<Value, any Error> {
    StoreObservation(
      self,
      fetch: { listener in
        let reading = try await listener.beginReading()
        return try await reading.run { store in
          try await TransactionScope.$current.withValue(reading.scope) { try await fetch(store) }
        }
      },
      isSame: { $0 == $1 })
  }
}

/// A value that is computed from the store, and again after each commit that may change it; see
/// ``Store/observe(_:)-(Query<Model>)``.
public struct StoreObservation<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The value.
  public typealias Element = Value

  private let store: Store
  private let fetch: @Sendable (TableListener) async throws(Failure) -> Value
  let isSame: @Sendable (Value, Value) -> Bool

  init(
    _ store: Store, fetch: @escaping @Sendable (TableListener) async throws(Failure) -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.store = store
    self.fetch = fetch
    self.isSame = isSame
  }

  var throwingAnyError: StoreObservation<Value, any Error> {
    StoreObservation<Value, any Error>(store, fetch: fetch, isSame: isSame)
  }

  /// Makes an iterator, whose first element is the value when it is requested.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the values as they change.
  public struct Iterator: AsyncIteratorProtocol {
    private let observation: StoreObservation
    private var listener: TableListener?
    private var last: Value?
    private var isEnded = false

    init(_ observation: StoreObservation) { self.observation = observation }

    /// The next value that differs from the last, as soon as there is one; `nil` once the task is canceled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
      while !isEnded, !Task.isCancelled {
        let listener: TableListener
        if let known = self.listener {
          listener = known
          guard await listener.isTouched() else { break }
        } else {
          listener = await TableListener(listening: observation.store)
          self.listener = listener
        }
        let value: Value
        do throws(Failure) {
          value = try await Self.read(listener, observation.fetch)
        } catch {
          // When the database is resumed, everything is read again.
          if case .suspended? = error as? StoreError { continue }
          end()
          if Task.isCancelled { return nil }
          if case .closed? = error as? StoreError { return nil }
          throw error
        }
        if let last, observation.isSame(last, value) { continue }
        last = value
        return value
      }
      end()
      return nil
    }

    /// Reads the value, a second time if the first met a conflict, or a backend that another one replaces from then on.
    private static func read(
      _ listener: TableListener, _ fetch: @Sendable (TableListener) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      do throws(Failure) {
        return try await fetch(listener)
      } catch {
        switch error as? StoreError {
        case .conflict?, .unreachable?: return try await fetch(listener)
        default: throw error
        }
      }
    }

    private mutating func end() {
      isEnded = true
      listener = nil
      last = nil
    }
  }
}
