public import Dispatch
internal import Synchronization

/// Keeps an observation running until ``cancel()`` is called or the token is released.
///
/// No call of the closure begins after that, but one that is running on another thread finishes. If the token is
/// canceled on the serial queue on which the closure is called, such as the main queue, the closure isn't called again.
public final class WatchToken: Sendable {
  private let gate = WatchGate()
  private let task: Task<Void, Never>

  /// Calls `body` with each element on the queue, and requests the next one when the call has returned.
  package init<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<Elements.Element, Elements.Failure>) -> Void
  ) where Elements.Element: Sendable {
    let gate = gate
    // Detached, so that it isn't part of a transaction in whose closure it may have been started.
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

  /// Stops observing. Calling it again has no effect.
  public func cancel() {
    gate.close()
    task.cancel()
  }
}

/// Allows calls until it is closed.
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
  /// Calls `body` on the queue with the rows that are inserted, updated and deleted in the table of a model from now
  /// on, as returned by ``changes(of:)``, until the token is canceled or released.
  public func changes<Model: PersistableModel>(
    of model: Model.Type, on queue: DispatchQueue, _ body: @escaping @Sendable (ChangeSet<Model>) -> Void
  ) -> WatchToken {
    WatchToken(changes(of: model), on: queue) { result in
      if case .success(let set) = result { body(set) }
    }
  }

  /// Calls `body` on the queue with the rows that the query selects, now and whenever they change, as returned by
  /// ``observe(_:)-(Query<Model>)``, until the token is canceled or released. It isn't called again after an error.
  public func observe<Model: PersistableModel>(
    _ query: Query<Model>, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<[Model], StoreError>) -> Void
  ) -> WatchToken {
    WatchToken(observe(query), on: queue, body)
  }

  /// Calls `body` on the queue with the result of `fetch`, now and whenever it changes, as returned by
  /// ``observe(_:)-((Store)->Value)``, until the token is canceled or released. It isn't called again after an error.
  public func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Store) async throws -> Value, on queue: DispatchQueue,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> WatchToken {
    WatchToken(observe(fetch), on: queue, body)
  }
}
