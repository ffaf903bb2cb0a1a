import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataTesting
import Testing

/// The article's presenter, whose output is injected.
private struct Presenter {
  let store: Store

  func post(_ text: String) async throws(StoreError) { try await store.save(Message(message: text)) }
}

@Suite struct DoublesTests {
  /// As the article's test checks its mock: that it was called, with what arguments, and in which order.
  @Test func aSpyRemembers() async throws {
    let spy = SpyBackend()
    let store = Store(spy)
    try await store.prepare(MessageSchema.self)
    #expect(spy.calls.map(\.description) == ["prepare message"])
    spy.forget()
    #expect(!spy.wasCalled(.write))
    try await Presenter(store: store).post("hello")
    #expect(spy.calls.map(\.operation) == [.begin, .write, .commit])
    #expect(spy.calls(.write, of: Message.self).map(\.description) == ["write Message: save, 1 row"])
    #expect(spy.written(Message.self).map(\.message) == ["hello"])
    #expect(try await store.fetch(Message.all) == spy.written(Message.self))
    #expect(spy.calls(.read).map(\.query?.table.model) == ["Message"])
  }

  @Test func aSpyFailsWhenTold() async throws {
    let spy = SpyBackend()
    let presenter = Presenter(store: Store(spy))
    try await presenter.store.prepare(MessageSchema.self)
    spy.faults.fail(.write, of: Message.self, onCall: 2, with: .full(reason: "no room"))
    try await presenter.post("first")
    await #expect(throws: StoreError.full(reason: "no room")) { try await presenter.post("second") }
    try await presenter.post("third")
    #expect(spy.written(Message.self).map(\.message) == ["first", "third"])
    #expect(spy.calls(.write).map(\.error) == [nil, .full(reason: "no room"), nil])
    #expect(try await presenter.store.count(Message.all) == 2)
  }

  @Test func aSpyRemembersUpdatesOfQueries() async throws {
    let spy = SpyBackend()
    let store = Store(spy)
    try await store.prepare(MessageSchema.self)
    try await store.save([Message(message: "a"), Message(message: "b")])
    spy.forget()
    #expect(try await store.update(Message.where { $0.message == "a" }) { $0.message.set("c") } == 1)
    #expect(spy.calls.map(\.description) == ["begin write", "update Message", "commit"])
    #expect(spy.calls(.update).map(\.query) == [Message.where { $0.message == "a" }.rowQuery])
    #expect(spy.calls(.update).map(\.assignments.count) == [1])
    spy.faults.fail(.update, of: Message.self, with: .full(reason: "no room"))
    await #expect(throws: StoreError.full(reason: "no room")) {
      try await store.update(Message.all) { $0.message.set("d") }
    }
    // What is rejected by the store is not sent.
    spy.forget()
    await #expect(throws: StoreError.self) { try await store.update(Message.all) { $0.id.set(UUID()) } }
    #expect(spy.calls.isEmpty)
  }

  /// Each fault, and the errors and rows of a store over the backend.
  @Test func faults() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    let unreachable = StoreError.unreachable(reason: "the backend was cut off")

    backend.cutOff()
    await #expect(throws: unreachable) { try await store.save(Message(message: "a")) }
    backend.restore()
    #expect(try await store.count(Message.all) == 0)

    backend.loseAnswer(.commit, onCall: 1)
    await #expect(throws: StoreError.unreachable(reason: "the answer was lost")) {
      try await store.save(Message(message: "b"))
    }
    #expect(try await store.fetch(Message.all).map(\.message) == ["b"])

    backend.fail(.commit, onCall: 1, with: .locked(reason: "later"))
    await #expect(throws: StoreError.locked(reason: "later")) { try await store.save(Message(message: "c")) }
    #expect(try await store.count(Message.all) == 1)

    await #expect(throws: unreachable) {
      try await store.transaction { store in
        try await store.save(Message(message: "d"))
        backend.cutOff()
        try await store.save(Message(message: "e"))
      }
    }
    backend.removeFaults()
    #expect(try await store.count(Message.all) == 1)
  }

  /// A call that waits is canceled with its task, and its transaction is rolled back.
  @Test func delays() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    backend.delay(.write, by: .seconds(3600))
    let task = Task { try await store.save(Message(message: "late")) }
    task.cancel()
    await #expect(throws: StoreError.cancelled) { _ = try await task.value }
    #expect(try await store.count(Message.all) == 0)
  }

  /// Wrapped around another backend, they don't change its behavior.
  @Test(arguments: BackendConformance.checks) func theyConform(_ check: String) async {
    #expect(await BackendConformance.run(only: [check]) { SpyBackend() } == [])
  }

  /// A check that waits for what the backend never does ends, and has failed.
  @Test func checksHaveATimeLimit() async {
    let check = BackendConformance.checks[0]
    let failures = await BackendConformance.run(only: [check], timeLimit: .milliseconds(50)) {
      try? await Task.sleep(for: .seconds(3600))
      return MemoryBackend()
    }
    #expect(failures.map(\.description) == ["\(check): it took longer than 0.05 seconds"])
  }
}
