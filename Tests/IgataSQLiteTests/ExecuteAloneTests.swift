import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import ObservedWork
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Statements that run outside of a transaction.
@Suite struct ExecuteAloneTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func filled() async throws -> (SQLiteBackend, Store) {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<1000).map { Tag(name: "tag \($0) " + String(repeating: "-", count: 200)) })
    return (backend, store)
  }

  private func pageCount(_ store: Store) async throws -> Int {
    try await store.select(sql: "SELECT page_count FROM pragma_page_count()", as: Int.self)[0]
  }

  private static func refusal(_ sql: SQL, _ store: Store) async throws -> String? {
    do {
      try await store.executeAlone(sql)
      return nil
    } catch StoreError.unsupportedQuery(let expression, let reason) {
      #expect(expression == sql.description)
      return reason
    }
  }

  @Test func vacuum() async throws {
    let (_, store) = try await filled()
    let kept = "tag 7 " + String(repeating: "-", count: 200)
    try await store.delete(Tag.where { $0.name != kept })
    let before = try await pageCount(store)
    #expect(try await store.executeAlone("VACUUM") == 0)
    #expect(try await pageCount(store) < before / 2)
    #expect(try await store.fetch(Tag.all).map(\.name) == [kept])
    let error = await #expect(throws: StoreError.self) { try await store.execute("VACUUM") }
    #expect(error.map { "\($0)" }?.contains("cannot VACUUM from within a transaction") == true)
  }

  /// In memory, there is one connection, and its database stays.
  @Test func inMemory() async throws {
    let store = Store(try SQLiteBackend.inMemory())
    try await store.prepare(HouseholdSchema.self)
    try await store.save(Tag(name: "a"))
    for sql in ["VACUUM", "REINDEX", "ANALYZE", "SELECT 1"] as [SQL] {
      #expect(try await store.executeAlone(sql) == 0)
    }
    #expect(try await store.executeAlone("UPDATE tag SET name = \("b")") == 1)
    #expect(try await store.fetch(Tag.all).map(\.name) == ["b"])
  }

  @Test func maintenance() async throws {
    let (_, store) = try await filled()
    try await store.executeAlone("ANALYZE")
    #expect(try await store.select(sql: "SELECT count(*) FROM sqlite_stat1", as: Int.self)[0] > 0)
    try await store.executeAlone("REINDEX tag")
    try await store.executeAlone("PRAGMA optimize")
    try await store.executeAlone("PRAGMA incremental_vacuum(10)")
    try await store.executeAlone("PRAGMA main.wal_checkpoint(TRUNCATE)")
    let log = try FileManager.default.attributesOfItem(atPath: scratch.path("database-wal"))[.size] as? Int
    #expect(log == 0)
  }

  @Test(
    arguments: [
      ("BEGIN", "use 'transaction'"), ("COMMIT", "use 'transaction'"), ("SAVEPOINT a", "use 'transaction'"),
      ("PRAGMA foreign_keys = OFF", "change the connection"), ("PRAGMA optimize; VACUUM", "several statements"),
      ("ATTACH 'x' AS y", "change the connection"), ("DETACH main", "change the connection"),
      ("CREATE TEMP TABLE tag (name TEXT)", "'execute'"), ("CREATE TABLE temp.tag (name TEXT)", "'execute'"),
      ("CREATE TEMP VIEW tag AS SELECT 1", "'execute'"),
      ("CREATE VIRTUAL TABLE temp.tag USING fts5(name)", "'execute'"),
      ("CREATE TEMP TRIGGER a AFTER INSERT ON tag BEGIN SELECT 1; END", "'execute'"),
      ("VACUUM INTO 'other'", "backUp(to:)"), ("VACUUM main INTO 'other'", "backUp(to:)"), ("VACUU", "syntax error"),
    ])
  func refused(_ text: String, _ reason: String) async throws {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.save(Tag(name: "a"))
    #expect(try await Self.refusal("\(raw: text)", store)?.contains(reason) == true)
    try await store.save(Tag(name: "b"))
    #expect(try await store.fetch(Tag.all).map(\.name) == ["a", "b"])
    #expect(!FileManager.default.fileExists(atPath: "other"))
  }

  /// Also with a store that is not the closure's, and in an observation.
  @Test func inATransaction() async throws {
    let (_, store) = try await filled()
    for isOuter in [false, true] {
      try await store.transaction { inner in
        let error = await #expect(throws: StoreError.self) {
          try await (isOuter ? store : inner).executeAlone("VACUUM")
        }
        guard case .misuse? = error else { throw error ?? .cancelled }
        try await inner.save(Tag(name: "saved \(isOuter)"))
      }
    }
    #expect(try await store.count(Tag.all) == 1002)
    let readOnly = Store(try SQLiteBackend(path: scratch.path("database"), options: SQLiteOptions(isReadOnly: true)))
    await #expect(throws: StoreError.readOnly(reason: "the database was opened for reading alone")) {
      try await readOnly.executeAlone("VACUUM")
    }
  }

  /// Foreign keys hold, and what fails changes nothing.
  @Test func failure() async throws {
    let (_, store) = try await filled()
    let row: SQL = "INSERT INTO entry (id, account_id, amount, at) VALUES (1, \(UUID()), 1, 0)"
    await #expect(throws: StoreError.foreignKey(model: "Entry", field: "account")) { try await store.executeAlone(row) }
    #expect(try await store.count(Entry.all) == 0)
  }

  /// Another process that writes is waited for, as long as the options say.
  @Test func lockedByAnother() async throws {
    _ = try await filled()
    let path = scratch.path("database")
    let other = try Connection(path: path, flags: 2)
    try other.run("BEGIN IMMEDIATE")
    let impatient = Store(try SQLiteBackend(path: path, options: SQLiteOptions(busyTimeout: .milliseconds(50))))
    let error = await #expect(throws: StoreError.self) { try await impatient.executeAlone("VACUUM") }
    guard case .locked? = error else { throw error ?? .cancelled }
    let patient = Store(try SQLiteBackend(path: path, options: SQLiteOptions(busyTimeout: .seconds(600))))
    let task = Task { try await patient.executeAlone("VACUUM") }
    try await Task.sleep(for: .milliseconds(50))
    try other.run("COMMIT")
    #expect(try await task.value == 0)
  }

  @Test func observersAreNotified() async throws {
    let (_, store) = try await filled()
    var changes = store.changes(of: Tag.self).makeAsyncIterator()
    try await store.executeAlone("UPDATE tag SET name = 'x' WHERE name LIKE 'tag 1 %'")
    #expect(await changes.next() == .unknown(.executedSQL))
    // Nothing was begun.
    _ = try? await store.executeAlone("BEGIN")
    let saved = try await store.save(Tag(name: "y"))
    #expect(await changes.next() == .committed([.inserted(saved)]))
    // What a statement has done before it fails may stay.
    _ = try? await store.executeAlone("INSERT INTO tag VALUES ('y')")
    try await store.save(Tag(name: "z"))
    #expect(await changes.next() == .unknown(.executedSQL))
  }

  @Test func events() async throws {
    let (backend, _) = try await filled()
    let log = EventLog()
    let store = Store(backend, observing: log.observer)
    try await store.executeAlone("VACUUM")
    #expect(log.all.map(\.statement) == ["VACUUM"] && log.all.map(\.kind) == [.sql])
    _ = try? await store.executeAlone("INSERT INTO tag (name) VALUES (\(String?.none))")
    #expect(log.all.last?.error != nil && log.all.allSatisfy { $0.kind == .sql })
  }
}
