import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Observers that begin while the connection that writes is in use.
@Suite struct ObservationTests {
  private let scratch: Scratch
  private let backend: SQLiteBackend

  init() throws {
    scratch = try Scratch()
    backend = try SQLiteBackend(path: scratch.path())
  }

  /// What another backend commits before the connection is free is read.
  @Test(.timeLimit(.minutes(10))) func commitsBeforeTheFirstLookAreRead() async throws {
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let other = Store(try SQLiteBackend(path: scratch.path()))
    try await other.prepare(HouseholdSchema.self)
    let connection = try await backend.writer.acquire()
    var iterator = store.observe(Tag.all).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 0)
    try await other.save(Tag(name: "outside"))
    backend.writer.release(connection)
    #expect(try await iterator.next()?.map(\.name) == ["outside"])
  }

  /// Where nobody else commits, no change is reported as one of others.
  @Test(.timeLimit(.minutes(10))) func ownCommitsAreNoOthers() async throws {
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let connection = try await backend.writer.acquire()
    var iterator = store.observe(Tag.all).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 0)
    var changes = store.changes(of: GeneratedModels.Tag.self).makeAsyncIterator()
    backend.writer.release(connection)
    // The counter of others' commits is read now.
    try await Task.sleep(for: .milliseconds(300))
    for count in 1...3 {
      let saved = try await store.save(Tag(name: "\(count)"))
      #expect(try await iterator.next()?.count == count)
      #expect(await changes.next() == .committed([.inserted(saved)]))
    }
  }
}
