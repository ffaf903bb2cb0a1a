import Foundation
import GeneratedModels
@testable import IgataRouting
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataSamples
import IgataTesting
import TestSupport
import Testing

/// A backend that checks on its own only once whether the first one is available again, at an unknown time soon after it
/// was lost. What the first one has until then is read and written through the backend that it wraps.
private func fallback(
  _ first: any Backend, _ second: any Backend = MemoryBackend(), _ outbox: Outbox = Outbox(),
  _ conflicts: ConflictPolicy = .stop
) -> FallbackBackend {
  FallbackBackend(
    first, else: second, outbox: outbox, conflicts: conflicts, retries: .seconds(86400) ... .seconds(86400))
}

@Suite struct FallbackBackendTests {
  @Test func theSecondServesAndTheFirstCatchesUp() async throws {
    let server = MemoryBackend()
    let first = FaultyBackend(server)
    let backend = fallback(first)
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    var seen = backend.reachability.changes.makeAsyncIterator()
    #expect(await seen.next() == .reachable)
    let a = try await store.save(Message(message: "a"))
    first.cutOff()
    var b = try await store.save(Message(message: "b"))
    #expect(await seen.next() == .unreachable)
    b.message = "b, corrected"
    try await store.save(b)
    try await store.delete(a)
    #expect(try await store.fetch(Message.all).map(\.message) == ["b, corrected"])
    #expect(backend.outbox.count == 3)
    #expect(await backend.reach() == .unreachable)
    #expect(try await Store(server).fetch(Message.all).map(\.message) == ["a"])
    first.restore()
    #expect(await backend.reach() == .reachable)
    #expect(backend.outbox.count == 0)
    #expect(try await Store(first).fetch(Message.all).map(\.message) == ["b, corrected"])
    #expect(try await store.fetch(Message.all).map(\.message) == ["b, corrected"])
  }

  /// Wherever in a transaction the first backend is lost, and whether or not it had completed the call, every
  /// transaction is executed once.
  @Test(arguments: [BackendOperation.begin, .read, .write, .aggregate, .savepoint, .commit], [true, false])
  func whereverItIsLost(_ operation: BackendOperation, _ isDone: Bool) async throws {
    let (first, second) = (FaultyBackend(), MemoryBackend())
    let backend = fallback(first, second)
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.models)
    let account = try await store.save(Account(name: "cash", owner: Person(name: "Hanako")))
    for call in 1...2 {
      if isDone {
        first.loseAnswer(operation, onCall: call)
      } else {
        first.fail(operation, onCall: call, with: .unreachable(reason: "gone"))
      }
      try await store.transaction { store in
        try await store.insert(Entry(account: account, amount: 1))
        _ = try await store.transaction { store in try await store.insert(Entry(account: account, amount: 2)) }
        try? await store.transaction { store in
          try await store.insert(Entry(account: account, amount: 4))
          throw StoreError.cancelled
        }
        #expect(try await store.sum(Entry.all) { $0.amount } == (call == 1 ? 3 : 6))
      }
      first.removeFaults()
      _ = await backend.reach()
    }
    #expect(await backend.reach() == .reachable)
    for store in [store, Store(first), Store(second)] {
      #expect(try await store.count(Entry.all) == 4)
      #expect(try await store.sum(Entry.all) { $0.amount } == 6)
    }
  }

  /// Rows that are changed without being loaded are queued as they are afterward.
  @Test(arguments: [true, false]) func updatedRowsAreSentLater(_ isLostHalfway: Bool) async throws {
    let (server, second) = (MemoryBackend(), MemoryBackend())
    let first = FaultyBackend(server)
    let backend = fallback(first, second)
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.models)
    let account = try await store.save(Account(name: "cash", owner: Person(name: "Hanako")))
    let amounts: [Currency] = [1, 2, 3]
    try await store.insert(amounts.map { Entry(account: account, amount: $0) })
    if isLostHalfway {
      first.loseAnswer(.update, onCall: 1)
      first.fail(.write, of: Entry.self, with: .unreachable(reason: "cut off"))
    } else {
      first.cutOff()
    }
    let count = try await store.update(Entry.where { $0.amount > 1 }) {
      $0.amount.set($0.amount * 10)
      $0.note.set("x")
    }
    #expect(count == 2 && backend.outbox.count == 1)
    #expect(try await store.fetch(Entry.all).map(\.amount) == [1, 20, 30])
    #expect(try await Store(server).fetch(Entry.all).map(\.amount) == [1, 2, 3])
    first.removeFaults()
    #expect(await backend.reach() == .reachable)
    #expect(try await Store(first).fetch(Entry.all) == store.fetch(Entry.all))
    #expect(try await Store(first).fetch(Entry.all).map(\.amount) == [1, 20, 30])
    try await store.update(Entry.all) { $0.note.set(nil) }
    #expect(try await Store(second).fetch(Entry.all).map(\.note) == [nil, nil, nil])
  }

  /// Values that the database makes are the same wherever a transaction is repeated. Without a database, there are none.
  @Test func valuesThatTheDatabaseMakesAreSentLater() async throws {
    let first = FaultyBackend(try SQLiteBackend.inMemory())
    for (second, isMade) in [(try SQLiteBackend.inMemory() as any Backend, true), (MemoryBackend(), false)] {
      let backend = fallback(first, second)
      let store = Store(backend)
      try await store.prepare(EverythingSchema.self)
      let mirrored = try await store.save(Coupon(style: Style()))
      #expect(mirrored.code == "coupon" && mirrored.number == 42)
      #expect(try await Store(second).find(Coupon.self, id: mirrored.id) == mirrored)
      first.cutOff()
      if isMade {
        let made = try await store.save([Coupon(style: Style(), number: 7), Coupon(style: Style())])
        #expect(made.map(\.code) == ["coupon", "coupon"] && made.map(\.number) == [7, 42])
        #expect(backend.outbox.count == 1)
        first.restore()
        #expect(await backend.reach() == .reachable)
        #expect(try await Array(Store(first).fetch(Coupon.all.order { $0.id.ascending }).suffix(2)) == made)
      } else {
        await #expect(throws: StoreError.self) { try await store.save(Coupon(style: Style())) }
        #expect(backend.outbox.count == 0)
        first.restore()
        #expect(await backend.reach() == .reachable)
      }
      try await Store(first).delete(Coupon.all)
    }
  }

  @Test func anOutboxSurvives() async throws {
    try await withFolder { folder in
      let path = folder + "/outbox"
      let first = FaultyBackend()
      try await Store(first).prepare(EverythingSchema.self)
      first.cutOff()
      var samples = Scalars.samples(count: 20, seed: 3)
      do {
        let backend = fallback(first, MemoryBackend(), try Outbox(path: path))
        let store = Store(backend)
        try await store.prepare(EverythingSchema.self)
        for index in samples.indices { samples[index] = try await store.insert(samples[index]) }
        #expect(throws: StoreError.self) { _ = try Outbox(path: path) }
      }
      // An incomplete record.
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([200, 0, 0, 0, 1, 2, 3]))
      try handle.close()
      first.restore()
      let backend = fallback(first, MemoryBackend(), try Outbox(path: path))
      #expect(backend.outbox.count == 20 && backend.reachability.current == .unreachable)
      try await Store(backend).prepare(EverythingSchema.self)
      #expect(await backend.reach() == .reachable)
      #expect(Set(try await Store(first).fetch(Scalars.all)) == Set(samples))
    }
  }

  /// The file is closed with the store, whoever still holds the outbox, and another backend can open it.
  @Test func aClosedStoreClosesTheFile() async throws {
    let scratch = try Scratch()
    let first = FaultyBackend()
    let outbox = try Outbox(path: scratch.path("outbox"))
    let store = Store(fallback(first, MemoryBackend(), outbox))
    try await store.prepare(MessageSchema.self)
    first.cutOff()
    try await store.save(Message(message: "queued"))
    try await store.close()
    #if os(Linux)
    #expect(OpenFiles.below(scratch.path("")).isEmpty)
    #endif
    #expect(throws: StoreError.closed) { try outbox.takeNumber() }
    #expect(try Outbox(path: scratch.path("outbox")).count == 1)
    withExtendedLifetime(outbox) {}
  }

  @Test func damagedFilesAreRefused() async throws {
    try await withFolder { folder in
      for (name, content) in [("text", "what is this, then? no outbox at all"), ("short", "IGATB")] {
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let error = #expect(throws: StoreError.self) { _ = try Outbox(path: "\(folder)/\(name)") }
        guard case .corrupted = error else { Issue.record("\(String(describing: error))"); continue }
      }
      for length in 0..<24 {
        var header = Data("IGATAOB1".utf8) + Data(repeating: 7, count: 16)
        header = header.prefix(length)
        try header.write(to: URL(fileURLWithPath: "\(folder)/begun"))
        #expect(try Outbox(path: "\(folder)/begun").count == 0)
      }
    }
  }

  /// A conflict, its resolution, and what the first backend has afterward.
  @Test(arguments: [("theirs", "theirs", true), ("ours", "ours", true), ("stop", "theirs", false)])
  func conflicts(_ policy: String, _ expected: String, _ isReachable: Bool) async throws {
    let server = MemoryBackend()
    let first = FaultyBackend(server)
    let asked = ConflictPolicy { conflict in
      #expect(conflict.written(Message.self).map(\.message) == ["ours"])
      return policy == "ours" ? .keepOurs : policy == "theirs" ? .keepTheirs : .stop
    }
    let backend = fallback(first, MemoryBackend(), Outbox(), asked)
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    let id = UUID()
    first.cutOff()
    try await store.insert(Message(id: id, message: "ours"))
    try await Store(server).insert(Message(id: id, message: "theirs"))
    first.restore()
    let reached = await backend.reach()
    #expect(reached.isReachable == isReachable)
    #expect(try await Store(first).find(Message.self, id: id)?.message == expected)
    if !isReachable {
      #expect(backend.outbox.count == 1)
      #expect(await backend.reach(conflicts: .keepOurs) == .reachable)
      #expect(try await Store(first).find(Message.self, id: id)?.message == "ours")
    }
  }

  @Test func observersFollow() async throws {
    let (first, second) = (FaultyBackend(), MemoryBackend())
    try await Store(second).prepare(MessageSchema.self)
    try await Store(second).save(Message(message: "old"))
    // Reads of the first backend would delete what only the second one has.
    let backend = FallbackBackend(
      first, else: second, outbox: Outbox(), conflicts: .stop, keepsReads: .none,
      retries: .seconds(86400) ... .seconds(86400))
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    var rows = store.observe { try await $0.fetch(Message.all).map(\.message) }.makeAsyncIterator()
    #expect(try await rows.next() == [])
    first.cutOff()
    _ = try await store.count(Message.all)
    #expect(try await rows.next() == ["old"])
    first.restore()
    _ = await backend.reach()
    #expect(try await rows.next() == [])
  }

  @Test(arguments: BackendConformance.checks) func itConforms(_ check: String) async {
    let reachable = await BackendConformance.run(only: [check]) { fallback(MemoryBackend()) }
    let cut = await BackendConformance.run(only: [check]) {
      let first = FaultyBackend()
      first.cutOff()
      return fallback(first)
    }
    let failures = reachable + cut
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }
}
