public import Dispatch
internal import Synchronization

/// A running call that reports its result to a closure. Releasing the handle doesn't cancel the call.
public final class CallbackHandle: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Cancels the call: what was not committed is rolled back, and the completion isn't called anymore.
  ///
  /// If the completion is called on a serial queue, and this method is called on the same queue, that is guaranteed. On
  /// any other queue, the completion may already be running. Calling this method again, or after the completion, has no
  /// effect.
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

  /// Whether the completion may be called. If so, the caller must call it.
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
  /// Runs a closure with the store and then calls `completion` on the queue with the result: once, or never if the call
  /// is canceled first.
  ///
  /// ```swift
  /// store.callback { try await $0.page(articles, size: 10) } completion: { result in show(result) }
  /// store.callback(on: queue) { try await $0.save(article) } completion: { _ in }
  /// ```
  ///
  /// Every operation can be called in this form. The method returns immediately and never blocks the caller's thread.
  /// If it is called in the closure of a transaction, its work isn't part of that transaction.
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
