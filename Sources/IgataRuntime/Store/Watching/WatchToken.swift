public import Dispatch
internal import Synchronization

/// Keeps a closure watching: until ``cancel()`` is called or the token is released.
///
/// No call begins after that; one that is under way on another thread runs to its end. So where the token is cancelled
/// on the serial queue that the closure is called on, the main queue for one, it has been called for the last time.
public final class WatchToken: Sendable {
  private let gate = WatchGate()
  private let task: Task<Void, Never>

  /// Calls `body` with each element on the queue, and asks for the next one when the call has returned.
  package init<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<Elements.Element, Elements.Failure>) -> Void
  ) where Elements.Element: Sendable {
    let gate = gate
    // Detached, so that it belongs to no transaction in whose closure it may be begun.
    task = Task.detached {
      do throws(Elements.Failure) {
        var iterator = elements.makeAsyncIterator()
        while let element = try await iterator.next(isolation: nil) {
          await gate.call(on: queue) { body(.success(element)) }
        }
      } catch {
        await gate.call(on: queue) { body(.failure(error)) }
      }
    }
  }

  deinit { cancel() }

  /// Ends the watching. To call it again does nothing.
  public func cancel() {
    gate.close()
    task.cancel()
  }
}

/// Lets calls through until it is closed.
private final class WatchGate: Sendable {
  private let isOpen = Atomic(true)

  func close() { isOpen.store(false, ordering: .sequentiallyConsistent) }

  func call(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async {
        if self.isOpen.load(ordering: .sequentiallyConsistent) { body() }
        continuation.resume()
      }
    }
  }
}

extension Store {
  /// Calls `body` on the queue with what is inserted, updated and deleted in the table of a model from now on, as
  /// ``changes(of:)`` gives it, until the token is cancelled or released.
  public func changes<Model: PersistableModel>(
    of model: Model.Type, on queue: DispatchQueue, _ body: @escaping @Sendable (ChangeSet<Model>) -> Void
  ) -> WatchToken {
    WatchToken(changes(of: model), on: queue) { result in
      if case .success(let set) = result { body(set) }
    }
  }

  /// Calls `body` on the queue with the rows that the query selects, now, and again whenever they change, as
  /// ``observe(_:)-(Query<Model>)`` gives them, until the token is cancelled or released. After an error it is called no
  /// more.
  public func observe<Model: PersistableModel>(
    _ query: Query<Model>, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<[Model], StoreError>) -> Void
  ) -> WatchToken {
    WatchToken(observe(query), on: queue, body)
  }

  /// Calls `body` on the queue with what `fetch` gives, now, and again whenever it changes, as
  /// ``observe(_:)-((Store)->Value)`` gives it, until the token is cancelled or released. After an error it is called
  /// no more.
  public func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Store) async throws -> Value, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> WatchToken {
    WatchToken(observe(fetch), on: queue, body)
  }
}
