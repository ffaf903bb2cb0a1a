import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct MaintenanceTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Rows that refer to nothing are found by the full verification alone.
  @Test func brokenReferences() async throws {
    let (backend, _) = try await filled()
    for depth in [VerificationDepth.quick, .full] { #expect(try await backend.verify(depth).isEmpty) }
    let other = try Connection(path: scratch.path("database"), flags: 2)
    let lost = "x'000000000000000000000000000000FF'"
    for id in [7, 9] {
      _ = try other.texts("INSERT INTO entry (id, account_id, amount, at) VALUES (\(id), \(lost), 1, 0)")
    }
    #expect(try await backend.verify(.quick).isEmpty)
    let problems = try await backend.verify(.full)
    #expect(problems == [7, 9].map { .brokenReference(table: "entry", row: $0, target: "accounts") })
    let text = "a row of 'entry', number 7, refers to a row of 'accounts' that doesn't exist"
    #expect(problems.first?.description == text)
  }

  @Test func compacted() async throws {
    let (backend, store) = try await filled()
    let path = scratch.path("database")
    let full = try await backend.compact()
    #expect(full.after > 500_000 && full.after <= full.before, "\(full)")
    try await store.delete(Tag.where { $0.name != Self.name(7) })
    let bytes = try await backend.compact()
    #expect(bytes.before == full.after && bytes.after < bytes.before / 2, "\(bytes)")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 == bytes.after)
    #expect(try await store.fetch(Tag.all).map(\.name) == [Self.name(7)])
    // Nothing that the connection had prepared before is wrong now.
    try await store.insert([Tag(name: "later")])
    #expect(try await store.count(Tag.all) == 2)
    let readOnly = try SQLiteBackend(path: path, options: SQLiteOptions(isReadOnly: true))
    await #expect(throws: StoreError.readOnly(reason: "the database was opened for reading alone")) {
      try await readOnly.compact()
    }
    await #expect(throws: StoreError.readOnly(reason: "the database was opened for reading alone")) {
      try await readOnly.optimize()
    }
  }

  /// Another process that writes is waited for.
  @Test func lockedByAnother() async throws {
    let (_, _) = try await filled()
    let path = scratch.path("database")
    let backend = try SQLiteBackend(path: path, options: SQLiteOptions(busyTimeout: .milliseconds(50)))
    let other = try Connection(path: path, flags: 2)
    try other.run("BEGIN IMMEDIATE")
    let error = await #expect(throws: StoreError.self) { try await backend.compact() }
    guard case .locked? = error else { throw error ?? StoreError.cancelled }
    try other.run("COMMIT")
    try await backend.compact()
  }

  @Test func optimized() async throws {
    let (backend, store) = try await filled()
    try await backend.optimize()
    let connection = try Connection(path: scratch.path("database"), flags: 1)
    #expect(try !connection.texts("SELECT * FROM sqlite_stat1 WHERE tbl = 'tag'").isEmpty)
    let log = try FileManager.default.attributesOfItem(atPath: scratch.path("database-wal"))[.size] as? Int
    #expect(log == 0)
    // The tables of SQLite are none of the schema's.
    try await store.prepare(HouseholdSchema.self)
    #expect(try await backend.verify(.full).isEmpty)
  }

  private static func name(_ number: Int) -> String { "tag \(number) " + String(repeating: "-", count: 100) }

  private func filled() async throws -> (SQLiteBackend, Store) {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<5_000).map { Tag(name: Self.name($0)) })
    return (backend, store)
  }
}
