import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Observation
import Testing

@MainActor @Suite struct LiveResultsTests {
  /// Waits until the condition is true, woken by changes of observed values.
  private func wait(until holds: @MainActor () -> Bool) async {
    while !holds() {
      await withCheckedContinuation { continuation in
        _ = withObservationTracking(holds) { continuation.resume() }
      }
    }
  }

  @Test func itFollowsTheStore() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(MessageSchema.self)
    let results = LiveResults(of: Message.all.order { $0.message.ascending }, in: store)
    #expect(results.items.isEmpty && !results.isLoaded)
    await wait { results.isLoaded }
    try await store.save([Message(message: "b"), Message(message: "a")])
    await wait { results.items.count == 2 }
    #expect(results.items.map(\.message) == ["a", "b"])
    results.cancel()
    try await store.save(Message(message: "c"))
    // Another one that receives the change, after which the first would have received it.
    let second = LiveResults(of: Message.all, in: store)
    await wait { second.items.count == 3 }
    #expect(results.items.count == 2)
    results.restart()
    await wait { results.items.count == 3 }
  }

  @Test func anErrorEndsIt() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    backend.cutOff()
    let results = LiveResults(of: Message.all, in: store)
    await wait { results.error != nil }
    #expect(results.error == .unreachable(reason: "the backend was cut off"))
    backend.restore()
    results.restart()
    await wait { results.isLoaded }
    #expect(results.error == nil)
  }

  /// When it is released, everything that it retained is released, and so is a token with its closure.
  @Test func nothingIsLeftBehind() async throws {
    let backend = SpyBackend()
    weak var weakResults: LiveResults<Message>?
    weak var weakHeld: Held?
    func watch(_ store: Store) async throws {
      let results = LiveResults(of: Message.all, in: store)
      weakResults = results
      await wait { results.isLoaded }
      let held = Held()
      weakHeld = held
      let token = store.observe(Message.all, on: .global()) { _ in held.touch() }
      await held.wait()
      token.cancel()
    }
    func run(_ backend: SpyBackend) async throws {
      let store = Store(backend)
      try await store.prepare(MessageSchema.self)
      for _ in 0..<3 { try await watch(store) }
      #expect(weakResults == nil)
      // The task of a token ends soon afterward.
      for _ in 0..<12_000 where weakHeld != nil { try await Task.sleep(for: .milliseconds(10)) }
      #expect(weakHeld == nil)
      backend.forget()
      try await store.save(Message(message: "unseen"))
      #expect(!backend.wasCalled(.read))
    }
    try await run(backend)
    withExtendedLifetime(backend) {}
  }
}
