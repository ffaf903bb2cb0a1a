import Dispatch
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSwiftUI
import Observation
import SwiftUI
import Synchronization
import Testing

/// What the bodies of a view have read.
@MainActor @Observable private final class Log {
  var bodies: [[String]] = []
  @ObservationIgnored var results: LiveResults<Message>?

  func wait(until holds: @MainActor (Log) -> Bool) async {
    while !holds(self) {
      await withCheckedContinuation { continuation in
        _ = withObservationTracking { holds(self) } onChange: { continuation.resume() }
      }
    }
  }
}

private struct MessageList: View {
  @LiveQuery<Message> private var messages: [Message]
  private let log: Log

  init(_ query: Query<Message>, _ log: Log) {
    _messages = LiveQuery(query)
    self.log = log
  }

  var body: Text {
    log.bodies.append(messages.map(\.message))
    log.results = $messages
    return Text("\(messages.count)")
  }
}

/// Only the main queue has a value for it. The main actor runs on it, but not always on the main thread.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// The reads of a store.
private final class Reads: Sendable {
  private let state = Mutex((count: 0, onMain: 0))
  private let (events, sender) = AsyncStream.makeStream(of: Void.self)

  var onMain: Int { state.withLock { $0.onMain } }

  func add() {
    let isMain = DispatchQueue.getSpecific(key: mainQueueKey) == true
    state.withLock {
      $0.count += 1
      if isMain { $0.onMain += 1 }
    }
    sender.yield()
  }

  func wait(for count: Int) async {
    var iterator = events.makeAsyncIterator()
    while state.withLock({ $0.count < count }) { await iterator.next() }
  }
}

@MainActor @Suite struct LiveQueryTests {
  private let log = Log()
  private let reads = Reads()
  private let backend = MemoryBackend()

  /// A store for the view, whose reads are counted, in an environment.
  private func environment() async throws -> EnvironmentValues {
    try await store.prepare(MessageSchema.self)
    var values = EnvironmentValues()
    values.store = Store(backend, observing: StoreObserver { [reads] in if $0.kind == .read { reads.add() } })
    return values
  }

  /// A store that changes the same rows.
  private var store: Store { Store(backend) }

  @Test func aBodyIsEvaluatedOnlyWhenItsRowsChange() async throws {
    let environment = try await environment()
    try await store.save(Message(message: "a"))
    let host = ViewHost(MessageList(Message.where { $0.message < "m" }, log), in: environment)
    await log.wait { $0.bodies == [[], ["a"]] }
    await reads.wait(for: 1)
    // The next read begins after the rows of this one were compared.
    try await store.save(Message(message: "z"))
    await reads.wait(for: 2)
    try await store.save(Message(message: "b"))
    await reads.wait(for: 3)
    await log.wait { $0.bodies.last?.count == 2 }
    #expect(log.bodies.count == 3 && host.evaluations == 3)
    #expect(reads.onMain == 0)
  }

  @Test func theSameQueryIsNotLoadedAgain() async throws {
    let environment = try await environment()
    try await store.save([Message(message: "a"), Message(message: "b")])
    let host = ViewHost(MessageList(Message.where { $0.message == "a" }, log), in: environment)
    await log.wait { $0.bodies == [[], ["a"]] }
    // The parent is evaluated, and makes the view once more.
    host.show(MessageList(Message.where { $0.message == "a" }, log))
    #expect(log.results?.isLoading == false)
    host.show(MessageList(Message.where { $0.message == "b" }, log))
    #expect(log.results?.isLoading == true)
    #expect(log.bodies == [[], ["a"], ["a"], ["a"]])
    await log.wait { $0.bodies.last == ["b"] }
    #expect(log.bodies.count == 5 && host.evaluations == 5)
    #expect(log.results?.isLoading == false && log.results?.error == nil)
  }

  @Test func aQueryThatIsSetStaysUntilTheViewPassesAnother() async throws {
    let environment = try await environment()
    try await store.save([Message(message: "a"), Message(message: "b"), Message(message: "c")])
    let host = ViewHost(MessageList(Message.where { $0.message == "a" }, log), in: environment)
    await log.wait { $0.bodies.last == ["a"] }
    log.results?.query = Message.where { $0.message == "b" }
    await log.wait { $0.bodies.last == ["b"] }
    host.show(MessageList(Message.where { $0.message == "a" }, log))
    #expect(log.bodies.last == ["b"] && log.results?.isLoading == false)
    host.show(MessageList(Message.where { $0.message == "c" }, log))
    await log.wait { $0.bodies.last == ["c"] }
  }

  @Test func anotherStoreIsReadAnew() async throws {
    let environment = try await environment()
    try await store.save(Message(message: "a"))
    let host = ViewHost(MessageList(Message.all, log), in: environment)
    await log.wait { $0.bodies.last == ["a"] }
    var other = EnvironmentValues()
    other.store = Store(MemoryBackend())
    try await other.store.prepare(MessageSchema.self)
    try await other.store.save(Message(message: "other"))
    host.show(MessageList(Message.all, log), in: other)
    #expect(log.bodies.last == [])
    await log.wait { $0.bodies.last == ["other"] }
  }

  /// Nothing that one tenant may see stays in the view of another.
  @Test func anotherScopeIsReadAnew() async throws {
    var environment = try await environment()
    try await store.save(Message(message: "of all"))
    let host = ViewHost(MessageList(Message.all, log), in: environment)
    await log.wait { $0.bodies.last == ["of all"] }
    let own = MemoryBackend()
    try await Store(own).prepare(MessageSchema.self)
    try await Store(own).save(Message(message: "of one"))
    environment.store = Store(
      ScopedBackend(
        rows: own, identity: store.backend.identity, sessionScope: SessionScope(settings: ["app.tenant": "one"])))
    host.show(MessageList(Message.all, log), in: environment)
    #expect(log.bodies.last == [])
    await log.wait { $0.bodies.last == ["of one"] }
  }

  @Test func aMissingStoreIsAnError() async throws {
    let host = ViewHost(MessageList(Message.all, log))
    let results = try #require(log.results)
    await withCheckedContinuation { continuation in
      _ = withObservationTracking { results.error } onChange: { continuation.resume() }
    }
    guard case .misuse(let reason) = results.error else { throw results.error ?? .closed }
    #expect(reason.contains(".environment(\\.store, store)"))
    #expect(log.bodies == [[]] && host.evaluations == 1)
    await #expect(throws: StoreError.misuse(reason: reason)) {
      try await EnvironmentValues().store.save(Message(message: "a"))
    }
  }
}

/// The backend of a store that is scoped: it has the identity of another one, and other rows.
private struct ScopedBackend: Backend {
  let rows: MemoryBackend
  let identity: StoreIdentity
  let sessionScope: SessionScope?

  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await rows.prepare(tables)
  }

  func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession { try await rows.begin(access) }
}
