import Dispatch
import Foundation
import GeneratedModels
import IgataRuntime
import IgataSQLite
import Synchronization
import Testing

/// Runs what is given to it on a queue, and counts it.
private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "counting")
  private let jobs = Atomic<Int>(0)

  var count: Int { jobs.load(ordering: .acquiring) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .acquiringAndReleasing)
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An actor as expensive to return to as the main actor.
private actor Caller {
  private let executor = CountingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How often the actor was returned to during a call that it makes.
  func returns(of call: @Sendable (isolated Caller) async throws -> Void) async rethrows -> Int {
    let before = executor.count
    try await call(self)
    return executor.count - before
  }
}

/// A call of a store from an actor returns to it once. Each return to the main actor costs about as much as reading
/// twenty rows.
@Suite struct ActorReturnTests {
  private typealias Call = (name: String, most: Int, call: @Sendable (isolated Caller, Store) async throws -> Void)

  private static let people = (0..<50).map { Person(name: "person \($0)") }

  private static let calls: [Call] = [
    ("prepare", 1, { _, store in _ = try await store.prepare(HouseholdSchema.self) }),
    ("insert many", 1, { _, store in try await store.insert(people) }),
    ("save many", 1, { _, store in try await store.save(people) }),
    ("save one", 1, { _, store in try await store.save(Person(name: "one")) }),
    ("save with relations", 1, { _, store in try await store.save(Account(owner: people[0])) }),
    ("update", 1, { _, store in try await store.update(people[1]) }),
    ("update fields", 1, { _, store in try await store.update(people[1], only: \.name) }),
    ("update rows", 1, { _, store in _ = try await store.update(Person.all) { $0.name.set("new") } }),
    ("find", 1, { _, store in _ = try await store.find(Person.self, id: people[2].id) }),
    ("find none", 1, { _, store in _ = try await store.find(Person.self, id: UUID()) }),
    ("find many", 1, { _, store in _ = try await store.find(Person.self, ids: people.map(\.id)) }),
    ("fetch", 1, { _, store in _ = try await store.fetch(Person.all) }),
    ("fetch with relations", 1, { _, store in _ = try await store.fetch(Account.all) }),
    ("fetch related rows", 1, { _, store in _ = try await store.fetch(Person.all) { $0.accounts } }),
    ("first", 1, { _, store in _ = try await store.first(Person.all) }),
    ("page", 1, { _, store in _ = try await store.page(Person.all, size: 10) }),
    ("count", 1, { _, store in _ = try await store.count(Person.all) }),
    ("exists", 1, { _, store in _ = try await store.exists(Person.all) }),
    ("sum", 1, { _, store in _ = try await store.sum(Account.all) { $0.initialAmount } }),
    ("maximum", 1, { _, store in _ = try await store.max(Account.all) { $0.initialAmount } }),
    ("groups", 1, { _, store in _ = try await store.count(Person.all.grouped { $0.name }) }),
    ("select", 1, { _, store in _ = try await store.select(Person.all) { ($0.id, $0.name) } }),
    ("select of groups", 1, { _, store in _ = try await store.select(Person.all.grouped { $0.name }) { $0.count } }),
    ("distinct", 1, { _, store in _ = try await store.distinct(Person.all) { $0.name } }),
    ("refresh", 1, { _, store in _ = try await store.refresh(people[1]) }),
    ("delete", 1, { _, store in _ = try await store.delete(people[3]) }),
    ("delete rows", 1, { _, store in _ = try await store.delete(Person.where { $0.name == "none" }) }),
    // The closure runs on the actor, and so returns to it after each call.
    (
      "transaction of two calls", 3,
      { _, store in
        try await store.transaction { store in
          try await store.save(Person(name: "two"))
          _ = try await store.fetch(Person.all)
        }
      }
    ),
  ]

  @Test(arguments: [true, false]) func eachCallReturnsOnce(isInMemory: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let store = Store(isInMemory ? try SQLiteBackend.inMemory() : try SQLiteBackend(path: path))
    let caller = Caller()
    for (name, most, call) in Self.calls {
      let returns = try await caller.returns { caller in try await call(caller, store) }
      #expect(returns <= most, "\(name)")
    }
  }
}
