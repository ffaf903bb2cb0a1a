import Dispatch
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Synchronization
import Testing

@Suite struct CallbackTests {
  /// Every operation has its callback: on the given queue, with the result or the error of the operation.
  @Test func completionsComeOnTheQueue() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(MessageSchema.self)
    let queue = DispatchQueue(label: "callbacks")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let message = Message(message: "hello")
    let saved = await withCheckedContinuation { continuation in
      store.callback(on: queue) {
        try await $0.insert(message)
      } completion: {
        continuation.resume(returning: ($0, DispatchQueue.getSpecific(key: key)))
      }
    }
    #expect(try saved.0.get() == message && saved.1 == true)
    let failed = await withCheckedContinuation { continuation in
      store.callback(on: queue) {
        try await $0.insert(message)
      } completion: {
        continuation.resume(returning: $0)
      }
    }
    #expect(throws: StoreError.self) { try failed.get() }
    // The main queue by default.
    let isMain = await withCheckedContinuation { continuation in
      store.callback {
        try await $0.count(Message.all)
      } completion: { _ in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(returning: true)
      }
    }
    #expect(isMain)
  }

  /// A canceled call is rolled back, and its completion isn't called.
  @Test func cancelledCallsAreSilent() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    backend.delay(.commit, by: .seconds(3600))
    let queue = DispatchQueue(label: "callbacks")
    let calls = Atomic(0)
    let held = Held()
    let handle = store.callback(on: queue) { [held] in
      held.touch()
      return try await $0.save(Message(message: "late"))
    } completion: { _ in
      calls.add(1, ordering: .relaxed)
    }
    await held.wait()
    queue.sync { handle.cancel() }
    #expect(handle.isOver)
    backend.removeFaults()
    // A second call, after which the first one would have been called.
    let count = await withCheckedContinuation { continuation in
      store.callback(on: queue) {
        try await $0.save(Message(message: "x"))
      } completion: {
        continuation.resume(returning: $0)
      }
    }
    _ = try count.get()
    queue.sync {}
    #expect(calls.load(ordering: .relaxed) == 0)
    #expect(try await store.fetch(Message.all).map(\.message) == ["x"])
  }
}

/// An object that is retained by a closure, and records when the closure ran.
final class Held: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  func touch() { continuation.yield() }

  func wait() async { for await _ in stream { return } }
}
