import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Observation
import Testing

/// Waits until the condition is true, woken by changes of observed values.
@MainActor private func wait(until holds: @MainActor () -> Bool) async {
  while !holds() {
    await withCheckedContinuation { continuation in
      _ = withObservationTracking(holds) { continuation.resume() }
    }
  }
}

/// How often what the closure reads has changed.
@MainActor private final class ChangeCount {
  private(set) var count = 0
  private let read: @MainActor () -> Void

  init(of read: @escaping @MainActor () -> Void) {
    self.read = read
    track()
  }

  private func track() {
    withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { self?.count += 1 }
      Task { @MainActor in self?.track() }
    }
  }
}

@MainActor @Suite struct LiveResultsTests {
  private func preparedStore(_ texts: String...) async throws -> Store {
    let store = Store(MemoryBackend())
    try await store.prepare(MessageSchema.self)
    try await store.save(texts.map { Message(message: $0) })
    return store
  }

  @Test func aChangedQueryKeepsTheOldRowsUntilTheNewOnesAreLoaded() async throws {
    let store = try await preparedStore("a", "b", "c")
    let results = LiveResults(of: Message.where { $0.message < "b" }, in: store)
    #expect(results.isLoading && !results.isLoaded)
    await wait { results.isLoaded }
    #expect(!results.isLoading && results.items.map(\.message) == ["a"])
    let loads = ChangeCount { _ = results.isLoading }
    results.query = Message.where { $0.message > "b" }
    // Rows arrive on the main actor, where this is.
    #expect(results.isLoading && results.isLoaded && results.items.map(\.message) == ["a"])
    await wait { !results.isLoading }
    #expect(results.items.map(\.message) == ["c"])
    #expect(loads.count == 2)
    results.query = Message.where { $0.message > "b" }
    #expect(!results.isLoading)
    try await store.save(Message(message: "d"))
    await wait { results.items.count == 2 }
    // The first query isn't observed anymore.
    #expect(results.items.allSatisfy { $0.message > "b" })
    results.cancel()
    #expect(!results.isLoading)
  }

  @Test func equalRowsChangeNothing() async throws {
    let store = try await preparedStore()
    let results = LiveResults(of: Message.where { $0.message == "a" }, in: store)
    let reads = ChangeCount { _ = results.items }
    await wait { results.isLoaded }
    results.query = Message.where { $0.message == "b" }
    await wait { !results.isLoading }
    results.restart()
    await wait { !results.isLoading }
    #expect(reads.count == 0)
    try await store.save(Message(message: "b"))
    await wait { results.items.count == 1 }
    results.query = Message.where { $0.message < "c" }
    await wait { !results.isLoading }
    #expect(reads.count == 1)
  }

  @Test func rowsWithOtherRelationsAreNotEqual() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(HouseholdSchema.self)
    let parent = Account(name: "Parent", owner: Person(name: "Hanako"))
    try await store.save(Account(name: "Child", owner: parent.owner, parent: parent))
    let child = Account.where { $0.name == "Child" }
    let results = LiveResults(of: child.including { $0.parent }, in: store)
    await wait { results.isLoaded }
    #expect(results.items.first?.parent?.name == "Parent")
    results.query = child
    await wait { !results.isLoading }
    #expect(results.items.first?.parent == nil)
    results.query = child.including { $0.parent }
    await wait { !results.isLoading }
    #expect(results.items.first?.parent?.name == "Parent")
  }

  @Test func settingTheQueryAfterAnErrorStartsAgain() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    backend.cutOff()
    let results = LiveResults(of: Message.all, in: store)
    await wait { results.error != nil }
    #expect(!results.isLoading && !results.isLoaded)
    backend.restore()
    results.query = Message.all
    #expect(results.isLoading && results.error == nil)
    await wait { results.isLoaded }
  }

  @Test func anyObservationCanBeAValue() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(HouseholdSchema.self)
    let account = Account(name: "Cash", owner: Person(name: "Hanako"))
    try await store.save(Entry(account: account, amount: 1))
    let count = ObservedValue(store.observe { try await $0.count(Entry.all) })
    let entries = ObservedValue(store.observe(Account.all, with: { $0.entries }))
    let amounts = ObservedValue(store.observe(Entry.all) { $0.amount })
    #expect(count.value == nil && count.isLoading)
    await wait { count.isLoaded && entries.isLoaded && amounts.isLoaded }
    #expect(count.value == 1 && entries.value?.first?.1.count == 1 && amounts.value == [1])
    try await store.save(Entry(account: account, amount: 2))
    await wait { count.value == 2 && entries.value?.first?.1.count == 2 && amounts.value?.count == 2 }
  }

  @Test(arguments: [false, true]) func whatIsReplacedChangesNothingLater(fails: Bool) async throws {
    let store = try await preparedStore("a")
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let value = ObservedValue(store.observe(late(fails: fails, begun, gate, Released(ended))))
    for await _ in begins {}
    value.observe(store.observe { _ in 2 })
    await wait { value.value == 2 }
    open.finish()
    // The task has ended when its closure is released.
    for await _ in ends {}
    #expect(value.value == 2 && value.error == nil && !value.isLoading)
  }

  /// A closure that returns when the gate is open, even if its task is canceled.
  private func late(
    fails: Bool, _ begun: AsyncStream<Void>.Continuation, _ gate: AsyncStream<Void>, _ released: Released
  ) -> @Sendable (Store) async throws -> Int {
    { _ in
      defer { withExtendedLifetime(released) {} }
      begun.finish()
      // In a task of its own, as one that is canceled doesn't wait for a stream.
      await Task { for await _ in gate {} }.value
      if fails { throw StoreError.locked(reason: "late") }
      return 1
    }
  }

  @Test func aClosedStoreLoadsNothing() async throws {
    let store = try await preparedStore("a")
    try await store.close(within: .seconds(5))
    let results = LiveResults(of: Message.all, in: store)
    await wait { !results.isLoading }
    #expect(!results.isLoaded && results.error == nil)
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

/// Ends a stream when it is released.
private final class Released: Sendable {
  private let stream: AsyncStream<Void>.Continuation

  init(_ stream: AsyncStream<Void>.Continuation) { self.stream = stream }

  deinit { stream.finish() }
}
