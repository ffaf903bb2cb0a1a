public import Dispatch
internal import Synchronization

/// A call whose answer comes by a closure: what ends it. To release it ends nothing.
public final class CallbackHandle: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Ends the call: what was not committed is undone, and the completion is not called any more. Where it is called on
  /// a serial queue and this on the same one, that is certain; on another one it may be under way already. To call it
  /// again, or after the completion, does nothing.
  public func cancel() { end()?.cancel() }

  /// Whether the completion was called or the call was cancelled.
  public var isOver: Bool { state.withLock { $0.isOver } }

  fileprivate init() {}

  fileprivate func take(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  /// Whether the completion may be called, which it then must be.
  fileprivate func finish() -> Bool {
    state.withLock { state in
      defer { state = State(isOver: true) }
      return !state.isOver
    }
  }

  private func end() -> Task<Void, Never>? {
    state.withLock { state in
      defer { state = State(isOver: true) }
      return state.task
    }
  }
}

extension Store {
  /// Does with the store whatever the closure does, elsewhere than the caller, and calls `completion` on the queue with
  /// what became of it: once, or never where it is cancelled before.
  ///
  /// ```swift
  /// store.callback { try await $0.page(articles, size: 10) } completion: { result in show(result) }
  /// store.callback(on: queue) { try await $0.save(article) } completion: { _ in }
  /// ```
  ///
  /// This is the form with a callback of every operation. It returns at once; the caller's thread is never waited on.
  /// Outside of a transaction's closure, that is: it does not belong to the transaction in whose closure it is called.
  @discardableResult
  public func callback<Value: Sendable>(
    on queue: DispatchQueue = .main, _ operation: @escaping @Sendable (Store) async throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> CallbackHandle {
    let handle = CallbackHandle()
    let task = Task.detached {
      let result: Result<Value, any Error>
      do {
        result = .success(try await operation(self))
      } catch {
        result = .failure(error)
      }
      queue.async { if handle.finish() { completion(result) } }
    }
    handle.take(task)
    return handle
  }
}
