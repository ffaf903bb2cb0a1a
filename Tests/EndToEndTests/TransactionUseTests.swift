import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSQLite
import Synchronization
import TestSupport
import Testing

/// What is used in the closure of a transaction besides the store that is passed to it: the same on each backend.
@Suite struct TransactionUseTests {
  private static func store(_ backend: any Backend) async throws -> Store {
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.save(Tag(name: "before"))
    return store
  }

  /// The ways to read and write with a store, each until it has a result.
  enum Use: String, CaseIterable {
    case save, saves, delete, transaction, find, fetch, count, page, stream, observe, observeClosure, nested

    func run(_ store: Store) async throws {
      switch self {
      case .save: try await store.save(Tag(name: "new"))
      case .saves: try await store.save([Tag(name: "new"), Tag(name: "newer")])
      case .delete: try await store.delete(Tag.all)
      case .transaction: try await store.transaction { _ in }
      case .find: _ = try await store.find(Tag.self, id: "before")
      case .fetch: _ = try await store.fetch(Tag.all)
      case .count: _ = try await store.count(Tag.all)
      case .page: _ = try await store.page(Tag.all, size: 1)
      case .stream: for try await _ in store.stream(Tag.all) { break }
      case .observe: for try await _ in store.observe(Tag.all) { break }
      case .observeClosure: for try await _ in store.observe({ try await $0.count(Tag.all) }) { break }
      case .nested: try await store.transaction { try await $0.save(Tag(name: "new")) }
      }
    }

    /// Whether it is refused.
    func isMisuse(_ store: Store) async -> Bool {
      do {
        try await run(store)
        return false
      } catch StoreError.misuse(let reason) {
        return reason.contains("EndToEndTests/TransactionUseTests.swift:")
      } catch {
        return false
      }
    }
  }

  /// Another store is refused: awaited, in a child, in a task that isn't awaited, before the end and after it.
  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func anotherStore(_ choice: BackendChoice) async throws {
    let store = try await Self.store(try await choice.make())
    for use in Use.allCases {
      let (end, signalEnd) = AsyncStream<Void>.makeStream()
      let late = try await store.transaction { inner in
        #expect(await use.isMisuse(store), "\(use) awaited")
        async let child = use.isMisuse(store)
        #expect(await child, "\(use) in a child")
        let early = Task { await use.isMisuse(store) }
        #expect(await early.value, "\(use) in a task, before the end")
        try await inner.save(Tag(name: "kept"))
        return Task {
          for await _ in end {}
          return await use.isMisuse(store)
        }
      }
      signalEnd.finish()
      #expect(await late.value, "\(use) in a task, after the end")
    }
    #expect(try await store.fetch(Tag.all).map(\.name).sorted() == ["before", "kept"])
  }

  /// The transaction's own store is part of it in each task that the closure awaits, and refused after the end.
  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func ownStore(_ choice: BackendChoice) async throws {
    let store = try await Self.store(try await choice.make())
    let (end, signalEnd) = AsyncStream<Void>.makeStream()
    let late = try await store.transaction { inner in
      async let child: GeneratedModels.Tag = inner.save(Tag(name: "child"))
      _ = try await child
      _ = try await Task { try await inner.save(Tag(name: "task")) }.value
      _ = try await Task.detached { try await inner.save(Tag(name: "detached")) }.value
      return Task {
        for await _ in end {}
        return await Use.save.isMisuse(inner)
      }
    }
    signalEnd.finish()
    #expect(await late.value)
    #expect(try await store.fetch(Tag.all).map(\.name).sorted() == ["before", "child", "detached", "task"])
  }

  /// What reports to a closure or a view has tasks of its own, which are no part of the transaction.
  @MainActor @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases)
  func observersThatBeginInATransaction(_ choice: BackendChoice) async throws {
    let store = try await Self.store(try await choice.make())
    let seen = Mutex<[String: Int]>([:])
    var live: LiveResults<GeneratedModels.Tag>?
    var token: WatchToken?
    var changes: ChangeSequence<GeneratedModels.Tag>?
    try await store.transaction { inner in
      live = LiveResults(of: Tag.all, in: store)
      token = store.observe(Tag.all, on: .global()) { result in
        seen.withLock { $0["observe"] = (try? result.get().count) ?? -1 }
      }
      changes = store.changes(of: Tag.self)
      store.callback(on: .global()) { try await $0.save(Tag(name: "callback")) } completion: { result in
        seen.withLock { $0["callback"] = (try? result.get()) == nil ? -1 : 1 }
      }
      try await inner.save(Tag(name: "inner"))
    }
    try await eventually { live?.items.count == 3 && seen.withLock { $0 == ["observe": 3, "callback": 1] } }
    #expect(live?.error == nil)
    var iterator = changes?.makeAsyncIterator()
    #expect(await iterator?.next() == .unknown(.notRecorded))
    withExtendedLifetime(token) {}
  }

  /// A query is read at once beside a transaction that writes, and again after its end.
  @Test(.timeLimit(.minutes(10)), arguments: BackendChoice.allCases.filter { $0 != .sqliteInMemory })
  func observersDoNotWait(_ choice: BackendChoice) async throws {
    let store = try await Self.store(try await choice.make())
    var iterator = store.observe(Tag.all).makeAsyncIterator()
    let (entered, signalEntered) = AsyncStream<Void>.makeStream()
    let (end, signalEnd) = AsyncStream<Void>.makeStream()
    let writer = Task {
      try await store.transaction { inner in
        try await inner.save(Tag(name: "later"))
        signalEntered.finish()
        for await _ in end {}
      }
    }
    for await _ in entered {}
    #expect(try await iterator.next()?.count == 1)
    signalEnd.finish()
    try await writer.value
    #expect(try await iterator.next()?.count == 2)
  }

  enum Waiting: CaseIterable {
    case memory, sqliteInMemory, sqliteFile

    func backend(in scratch: Scratch, busyTimeout: Duration) throws -> any Backend {
      let options = SQLiteOptions(busyTimeout: busyTimeout)
      return switch self {
      case .memory: MemoryBackend(busyTimeout: busyTimeout)
      case .sqliteInMemory: try SQLiteBackend.inMemory(options: options)
      case .sqliteFile: try SQLiteBackend(path: scratch.path("test.sqlite"), options: options)
      }
    }
  }

  /// A call that the closure of a transaction waits for ends with an error, and everything goes on.
  @Test(.timeLimit(.minutes(10)), arguments: Waiting.allCases)
  func callsThatWaitForThemselves(_ waiting: Waiting) async throws {
    let scratch = try Scratch()
    let store = try await Self.store(try waiting.backend(in: scratch, busyTimeout: .milliseconds(400)))
    try await store.transaction { inner in
      let line = #line - 1
      let error = await Self.failure { try await Task.detached { try await store.save(Tag(name: "a")) }.value }
      #expect("\(error as Any)".contains("TransactionUseTests.swift:\(line)"))
      // The store of the outer transaction, in the closure of a nested one.
      try await inner.transaction { _ in
        let line = #line - 1
        let error = await Self.failure { try await Task.detached { try await inner.save(Tag(name: "b")) }.value }
        #expect("\(error as Any)".contains("TransactionUseTests.swift:\(line)"))
      }
      try await inner.save(Tag(name: "kept"))
    }
    #expect(try await store.save(Tag(name: "later")).name == "later")
    #expect(try await store.fetch(Tag.all).map(\.name).sorted() == ["before", "kept", "later"])
    // A transaction that works is waited for, whatever time it takes.
    let (entered, signalEntered) = AsyncStream<Void>.makeStream()
    let load = Task {
      try await store.transaction { inner in
        signalEntered.finish()
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end { try await inner.save(Tag(name: "many")) }
      }
    }
    for await _ in entered {}
    try await store.save(Tag(name: "last"))
    try await load.value
    #expect(try await store.count(Tag.all) == 5)
  }

  /// A closure that would go on but has no thread makes a task wait, and doesn't make it give up.
  @Test(.timeLimit(.minutes(10)), arguments: Waiting.allCases)
  func closuresWithoutAThread(_ waiting: Waiting) async throws {
    let scratch = try Scratch()
    let store = try await Self.store(try waiting.backend(in: scratch, busyTimeout: .milliseconds(200)))
    let (entered, signalEntered) = AsyncStream<Void>.makeStream()
    async let waiter: GeneratedModels.Tag = {
      for await _ in entered {}
      return try await store.save(Tag(name: "waiter"))
    }()
    try await store.transaction { inner in
      try await inner.save(Tag(name: "kept"))
      signalEntered.finish()
      // The other task waits when this one goes on.
      try await Task.sleep(for: .milliseconds(50))
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { Task.detached { usleep(800_000) } }
      await Task.yield()
      try await inner.save(Tag(name: "later"))
    }
    #expect(try await waiter.name == "waiter")
  }

  private static func failure<Value>(_ body: () async throws -> Value) async -> StoreError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? StoreError
    }
  }
}
