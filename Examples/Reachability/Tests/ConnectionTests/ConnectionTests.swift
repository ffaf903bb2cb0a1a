import Connection
import Dispatch
import IgataRouting
import IgataRuntime
import IgataTesting
import Observation
import Synchronization
import Testing

private func fallback(_ server: FaultyBackend) -> FallbackBackend {
  FallbackBackend(
    server, else: MemoryBackend(), outbox: Outbox(), conflicts: .keepTheirs,
    retries: .seconds(86400) ... .seconds(86400))
}

/// A view that records the notifications it receives.
private final class View: Sendable {
  private let notifications = Mutex<[Reachability]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  var all: [Reachability] { notifications.withLock { $0 } }

  func take(_ reachability: Reachability) {
    notifications.withLock { $0.append(reachability) }
    continuation.yield()
  }

  func wait() async { for await _ in stream { return } }
}

@Test func aViewIsToldUntilItsBagGoes() async throws {
  let server = FaultyBackend()
  let backend = fallback(server)
  let store = Store(backend)
  try await store.prepare(NotesSchema.self)
  let model = ReachabilityViewModel(backend)
  let queue = DispatchQueue(label: "view")
  let view = View()
  weak var weakView: View?
  func subscribeShortly() async throws {
    let other = View()
    weakView = other
    var bag = DisposeBag()
    bag.insert(model.subscribe(on: queue) { other.take($0) })
    await other.wait()
    #expect(other.all == [.reachable])
  }
  try await subscribeShortly()
  var bag = DisposeBag()
  bag.insert(model.subscribe(on: queue) { view.take($0) })
  await view.wait()
  server.cutOff()
  try await store.insert(Note(text: "kept"))
  await view.wait()
  #expect(view.all == [.reachable, .unreachable])
  bag = DisposeBag()
  queue.sync {}
  server.restore()
  #expect(await backend.reach() == .reachable)
  queue.sync {}
  #expect(view.all == [.reachable, .unreachable])
  for _ in 0..<12_000 where weakView != nil { try await Task.sleep(for: .milliseconds(10)) }
  #expect(weakView == nil)
  #expect(try await Store(server).count(Note.all) == 1)
}

/// As a value that views observe.
@Test func itCanBeObserved() async throws {
  let server = FaultyBackend()
  let backend = fallback(server)
  try await Store(backend).prepare(NotesSchema.self)
  let changes = Atomic(0)
  let before = withObservationTracking {
    backend.reachability.current
  } onChange: {
    changes.add(1, ordering: .relaxed)
  }
  #expect(before == .reachable)
  server.cutOff()
  _ = try await Store(backend).count(Note.all)
  #expect(changes.load(ordering: .relaxed) == 1 && backend.reachability.current == .unreachable)
}
