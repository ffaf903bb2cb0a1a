import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

@Suite struct OutsideWriteTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID()).sqlite").path
  private let options = SQLiteOptions(outsideInterval: .milliseconds(10))

  /// Another process saves persons. Its output goes to the log of the test.
  private func writeOutside(_ names: String...) throws {
    #expect(try Program(built: "OutsideWriter", [path] + names).run().status == 0)
  }

  /// An observer is notified that another process wrote, and doesn't mistake its own stores for others.
  @Test(.timeLimit(.minutes(10))) func otherProcesses() async throws {
    let store = Store(try SQLiteBackend(path: path, options: options))
    try await store.prepare(HouseholdSchema.self)
    var names = store.observe(Person.all.order { $0.name.ascending }).makeAsyncIterator()
    var changes = store.changes(of: Person.self).makeAsyncIterator()
    #expect(try await names.next() == [])

    let own = try await store.save(Person(name: "own"))
    #expect(try await names.next()?.map(\.name) == ["own"])
    try writeOutside("a", "b")
    #expect(try await names.next()?.map(\.name) == ["a", "b", "own"])
    try await store.delete(own)
    #expect(try await names.next()?.map(\.name) == ["a", "b"])
    #expect(await changes.next() == .committed([.inserted(own)]))
    #expect(await changes.next() == .unknown(.fromOutside))
    #expect(await changes.next() == .committed([.deleted(own.id)]))
  }

  /// Two backends over one file treat each other as others.
  @Test(.timeLimit(.minutes(10))) func otherBackends() async throws {
    let store = Store(try SQLiteBackend(path: path, options: options))
    let other = Store(try SQLiteBackend(path: path, options: options))
    try await store.prepare(HouseholdSchema.self)
    var counts = store.observe { try await $0.count(Person.all) }.makeAsyncIterator()
    #expect(try await counts.next() == 0)
    for count in 1...5 {
      try await other.save(Person(name: "\(count)"))
      #expect(try await counts.next() == count)
    }
  }

  /// The file is closed after the last observer is released, even without an explicit call.
  @Test(.timeLimit(.minutes(10))) func nothingIsLeftBehind() async throws {
    weak var released: SQLiteBackend?
    do {
      let backend = try SQLiteBackend(path: path, options: options)
      released = backend
      let store = Store(backend)
      try await store.prepare(HouseholdSchema.self)
      var names = store.observe(Person.all).makeAsyncIterator()
      _ = try await names.next()
      let token = store.changes(of: Person.self, on: .global()) { _ in }
      var stream = store.stream(Person.all).makeAsyncIterator()
      _ = try await stream.next()
      token.cancel()
    }
    try await eventually { released == nil }
  }
}
