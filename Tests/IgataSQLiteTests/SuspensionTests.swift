import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Databases that are suspended while they are used, as if the system were about to suspend the process.
@Suite struct SuspensionTests {
  private let scratch: Scratch
  private let backend: SQLiteBackend
  private let store: Store

  init() async throws {
    scratch = try Scratch()
    // What observers hear of is what resuming tells them.
    let options = SQLiteOptions(outsideInterval: .seconds(3600))
    backend = try SQLiteBackend(path: scratch.path("database"), options: options)
    store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
  }

  /// Suspends on a thread that is none of those that tasks share, such as an app's main thread.
  private func suspend() async {
    await withCheckedContinuation { [backend] continuation in
      Thread.detachNewThread {
        backend.suspend()
        continuation.resume()
      }
    }
  }

  /// Another connection can write at once, without any patience, in the middle of writes and reads.
  @Test(.timeLimit(.minutes(10))) func othersCanWrite() async throws {
    let other = try Connection(path: scratch.path("database"), flags: 2)
    let acknowledged = Tally()
    let done = Tally()
    try await withThrowingTaskGroup(of: Void.self) { [store] group in
      for lane in 0..<3 {
        group.addTask {
          while done.value == 0 {
            do {
              try await store.transaction { store in
                try await store.save(Person(name: "\(lane)"))
                try await store.insert((0..<20).map { Person(name: "\(lane)/\($0)") })
              }
              acknowledged.add(21)
            } catch StoreError.suspended {}
            // There are few threads, and nothing else here has to wait.
            await Task.yield()
          }
        }
      }
      group.addTask {
        while done.value == 0 {
          do { _ = try await store.fetch(Person.all.limit(50)) } catch StoreError.suspended {}
          await Task.yield()
        }
      }
      defer { done.add() }
      for round in 0..<60 {
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<3000)))
        await suspend()
        #if os(Linux)
        // Those of the other connection, on whose account the files of closed ones of the same process stay open.
        let open = OpenFiles.below(scratch.folder.path(percentEncoded: false))
        // A task that was given a connection may wait for a thread for longer than it is waited for.
        if backend.connections.isEmpty {
          #expect(open.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }.count <= 2, "\(open)")
        }
        #endif
        try other.run("BEGIN IMMEDIATE")
        try other.run("INSERT INTO person (id, name) VALUES (randomblob(16), 'other \(round)')")
        try other.run("COMMIT")
        backend.resume()
      }
    }
    #expect(try await store.count(Person.all) == acknowledged.value + 60)
  }

  /// A transaction that sleeps is rolled back, and its next call says why, also after the database was resumed.
  @Test(.timeLimit(.minutes(10))) func openTransactions() async throws {
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (wakes, waking) = AsyncStream<Void>.makeStream()
    let sleeper = Task {
      try await store.transaction { inner in
        try await inner.save(Person(name: "sleeper"))
        beginning.yield()
        for await _ in wakes { break }
        _ = try await inner.count(Person.all)
      }
    }
    var stream = store.stream(Person.all).makeAsyncIterator()
    _ = try await stream.next()
    for await _ in began { break }
    await suspend()
    await #expect(throws: StoreError.suspended) { try await store.fetch(Person.all) }
    await #expect(throws: StoreError.suspended) { try await store.save(Person(name: "refused")) }
    backend.resume()
    try await store.save(Person(name: "after"))
    waking.yield()
    await #expect(throws: StoreError.suspended) { try await sleeper.value }
    #expect(try await store.fetch(Person.all).map(\.name) == ["after"])
  }

  /// An observation waits, and reads what another process has written meanwhile.
  @Test(.timeLimit(.minutes(10))) func observations() async throws {
    var names = store.observe(Person.all).makeAsyncIterator()
    #expect(try await names.next() == [])
    var changes = store.changes(of: Person.self).makeAsyncIterator()
    await suspend()
    let other = try Connection(path: scratch.path("database"), flags: 2)
    try other.run("INSERT INTO person (id, name) VALUES (randomblob(16), 'other')")
    backend.resume()
    #expect(try await names.next()?.map(\.name) == ["other"])
    #expect(await changes.next() == .unknown(.fromOutside))
    // One that begins in the meantime reads when it can.
    await suspend()
    let store = store
    let late = Task { try await store.observe(Person.all).first { _ in true }?.count }
    try await Task.sleep(for: .milliseconds(20))
    backend.resume()
    #expect(try await late.value == 1)
  }

  /// A database in memory would be lost.
  @Test func inMemory() async throws {
    let backend = try SQLiteBackend.inMemory()
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    backend.suspend()
    try await store.save(Person(name: "kept"))
    backend.resume()
    #expect(try await store.count(Person.all) == 1)
  }

  @Test func whatIsClosedStaysSo() async throws {
    try await store.close()
    await suspend()
    backend.resume()
    await #expect(throws: StoreError.closed) { try await store.fetch(Person.all) }
  }
}
