import Dispatch
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Synchronization
import Testing

@Suite struct WatchingTests {
  private static func store(_ choice: BackendChoice) async throws -> Store {
    let store = Store(try await choice.make())
    try await store.prepare(HouseholdSchema.self)
    return store
  }

  /// The arguments with which a closure was called.
  private final class Calls<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    var all: [Element] { elements.withLock { $0 } }
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
  }

  /// Generated models with relations of all kinds: the rows again after each commit that changed them.
  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func observersFollowRelations(_ choice: BackendChoice) async throws {
    let store = try await Self.store(choice)
    let parent = Account(name: "parent", owner: Person(name: "Taro"))
    var account = Account(name: "child", owner: Person(name: "Hanako"), parent: parent, tags: [Tag(name: "x")])
    account = try await store.save(account)
    let query = Account.where { $0.name == "child" }.including { $0.parent.owner }
    var accounts = store.observe(query).makeAsyncIterator()
    func next() async throws -> String? {
      try await accounts.next()?.map {
        "\($0.owner.name) \($0.parent?.name ?? "-") \($0.parent?.owner.name ?? "-") \($0.tags.map(\.name)) "
          + "\($0.settings.warnBelow)"
      }.joined()
    }
    #expect(try await next() == "Hanako parent Taro [\"x\"] 0")
    account.settings.warnBelow = 5
    account = try await store.save(account)
    #expect(try await next() == "Hanako parent Taro [\"x\"] 5")
    try await store.save(Person(id: parent.ownerID, name: "Jiro"))
    #expect(try await next() == "Hanako parent Jiro [\"x\"] 5", "what the query includes")
    try await store.delete(Person.self, where: { $0.name == "Jiro" })
    #expect(try await next() == "Hanako - - [\"x\"] 5")
    try await store.delete(Tag.all)
    #expect(try await next() == "Hanako - - [] 5")
    try await store.delete(account.settings)
    #expect(try await next() == "Hanako - - [] 0")
  }

  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func manyObserversOfManyWriters(_ choice: BackendChoice) async throws {
    let store = try await Self.store(choice)
    let counts = (0..<100).map { _ in Calls<Int>() }
    let tokens = counts.map { calls in
      store.observe({ try await $0.count(Tag.all) }, on: .global()) { result in
        if let count = try? result.get() { calls.add(count) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<10 {
        group.addTask { for step in 0..<5 { try await store.save(Tag(name: "\(writer)-\(step)")) } }
      }
      try await group.waitForAll()
    }
    try await eventually { counts.allSatisfy { $0.all.last == 50 } }
    for calls in counts { #expect(zip(calls.all, calls.all.dropFirst()).allSatisfy { $0 < $1 }, "\(calls.all)") }
    withExtendedLifetime(tokens) {}
  }

  @MainActor @Test(.timeLimit(.minutes(10))) func observersOnTheMainActor() async throws {
    let store = try await Self.store(.memory)
    let writer = Task.detached { for number in 0..<20 { try await store.save(Tag(name: "\(number)")) } }
    var last = -1
    for try await tags in store.observe(Tag.all) {
      MainActor.assertIsolated()
      #expect(tags.count > last)
      last = tags.count
      if last == 20 { break }
    }
    try await writer.value
    var changes = store.changes(of: Tag.self).makeAsyncIterator()
    try await store.save(Tag(name: "more"))
    #expect(await changes.next() == .committed([.inserted(Tag(name: "more"))]))
    let calls = Calls<Bool>()
    let token = store.observe(Tag.all, on: .main) { _ in
      dispatchPrecondition(condition: .onQueue(.main))
      calls.add(true)
    }
    try await eventually { !calls.all.isEmpty }
    #expect(calls.all == [true])
    token.cancel()
  }

  /// A slow observer delays no writer, and then gets the latest state.
  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func slowObservers(_ choice: BackendChoice) async throws {
    let store = try await Self.store(choice)
    let (counts, sets) = (Calls<Int>(), Calls<Int>())
    let isHeld = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "slow")
    let tokens = [
      store.observe(Tag.all, on: queue) { result in
        counts.add((try? result.get().count) ?? -1)
        isHeld.wait()
        isHeld.signal()
      },
      store.changes(of: Tag.self, on: queue) { set in
        if case .committed(let changes) = set { sets.add(changes.count) }
      },
    ]
    try await eventually { !counts.all.isEmpty }
    for number in 0..<100 { try await store.save(Tag(name: "\(number)")) }
    isHeld.signal()
    try await eventually { counts.all.last == 100 && sets.all.count == 100 }
    #expect(counts.all.count <= 3 && sets.all.allSatisfy { $0 == 1 })
    withExtendedLifetime(tokens) {}
  }

  /// After `cancel()` and after the token is released, nothing is called, and nothing is retained.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func nothingAfterTheEnd(isReleased: Bool) async throws {
    final class Witness: Sendable {}
    weak var released: Witness?
    let store = try await Self.store(.memory)
    let queue = DispatchQueue(label: "serial")
    let (ended, barrier) = (Calls<Int>(), Calls<Int>())
    var tokens: [WatchToken] = []
    do {
      let witness = Witness()
      released = witness
      tokens = [
        store.observe(Tag.all, on: queue) { result in
          withExtendedLifetime(witness) { ended.add((try? result.get().count) ?? -1) }
        },
        store.changes(of: Tag.self, on: queue) { _ in withExtendedLifetime(witness) { ended.add(-2) } },
      ]
    }
    try await store.save(Tag(name: "first"))
    try await eventually { ended.all.contains(1) && ended.all.contains(-2) }
    queue.sync {
      for token in tokens where !isReleased { token.cancel() }
      if isReleased { tokens = [] }
    }
    let count = ended.all.count
    for number in 0..<20 { try await store.save(Tag(name: "\(number)")) }
    let token = store.observe(Tag.all, on: queue) { result in barrier.add((try? result.get().count) ?? -1) }
    try await eventually { barrier.all.last == 21 }
    #expect(ended.all.count == count)
    try await eventually { released == nil }
    withExtendedLifetime((token, tokens)) {}
  }
}
