import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Backups that replace an open database. SQLite itself checks what is there afterwards.
@Suite struct RestoreTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Who observes gets what was restored; a stream that was begun before goes on with what it began with.
  @Test(.timeLimit(.minutes(5))) func intoAnOpenDatabase() async throws {
    let (backend, store) = try await NumberedRows.database(scratch.path("database"), 1...9_000)
    try await backend.backUp(to: scratch.path("copy"))
    var counts = store.observe { store in try await store.count(Scalars.all) }.makeAsyncIterator()
    #expect(try await counts.next() == 9_000)
    try await store.delete(Scalars.where { $0.plain > 10 })
    #expect(try await counts.next() == 10)
    var streamed: [Int] = []
    var seen: [BackupProgress] = []
    for try await row in store.stream(Scalars.all) {
      if streamed.isEmpty { try await backend.restore(from: scratch.path("copy")) { seen.append($0) } }
      streamed.append(row.plain)
    }
    #expect(streamed.sorted() == Array(1...10))
    #expect(try await counts.next() == 9_000)
    #expect(try await store.count(Scalars.all) == 9_000)
    #expect(seen.count > 1 && seen.last.map { $0.copied == $0.total } == true)
    // Whoever has the file open, and whoever opens it, reads it, and it still has a log.
    let other = try Connection(path: scratch.path("database"), flags: 1)
    #expect(try other.texts("PRAGMA integrity_check") == [["ok"]])
    #expect(try other.texts("PRAGMA journal_mode") == [["wal"]])
    #expect(try other.texts("SELECT count(*) FROM all_scalars") == [["9000"]])
    try await store.insert([NumberedRows.row(-1)])
    #expect(try other.texts("SELECT count(*) FROM all_scalars") == [["9001"]])
  }

  /// Tables that were created by a migration, and statistics, make no difference; others do.
  @Test func refused() async throws {
    let (backend, store) = try await NumberedRows.database(scratch.path("database"), 1...500)
    try await backend.backUp(to: scratch.path("copy"))
    try await backend.optimize()
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "database")
    let (open, _) = try await NumberedRows.database(scratch.path("open"), 1...2)
    try change(
      "older", "ALTER TABLE all_scalars RENAME TO former", "DELETE FROM igata_tables WHERE name = 'all_scalars'")
    try change("another", "UPDATE igata_tables SET text = text || ' ' WHERE name = 'all_scalars'")
    try change("pages", "PRAGMA page_size = 8192", "VACUUM")
    try change("damaged")
    try NumberedRows.damagePages(of: scratch.path("damaged"))
    let refused = [
      "open": "not closed", "link": "not closed", "older": "no table 'all_scalars'",
      "another": "a table 'all_scalars' that is not, or is another one", "pages": "pages of 8192 bytes",
      "damaged": "is damaged", "missing": "missing",
    ]
    for (name, message) in refused {
      let error = await #expect(throws: StoreError.self) { try await backend.restore(from: scratch.path(name)) }
      #expect(error.map { "\($0)" }?.contains(message) == true, "\(name): \(error.map { "\($0)" } ?? "")")
      #expect(try await store.count(Scalars.all) == 500)
    }
    withExtendedLifetime(open) {}
    let reader = try SQLiteBackend(path: scratch.path("database"), options: SQLiteOptions(isReadOnly: true))
    let error = await #expect(throws: StoreError.self) { try await reader.restore(from: scratch.path("copy")) }
    guard case .readOnly? = error else { throw error ?? StoreError.cancelled }
    try await store.delete(Scalars.all)
    try await backend.restore(from: scratch.path("copy"))
    #expect(try await store.count(Scalars.all) == 500)
  }

  @Test func cancelled() async throws {
    let (backend, store) = try await NumberedRows.database(scratch.path("database"), 1...6_000)
    try await backend.backUp(to: scratch.path("copy"))
    try await store.delete(Scalars.where { $0.plain > 10 })
    let path = scratch.path("copy")
    let task = Task { try await backend.restore(from: path) { _ in withUnsafeCurrentTask { $0?.cancel() } } }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try await store.count(Scalars.all) == 10)
    try await backend.restore(from: path)
    #expect(try await store.count(Scalars.all) == 6_000)
  }

  /// Another process writes: the restore waits for it, and no longer than other writers do.
  @Test func locked() async throws {
    let (backend, store) = try await NumberedRows.database(
      scratch.path("database"), 1...20, SQLiteOptions(busyTimeout: .milliseconds(200)))
    try await backend.backUp(to: scratch.path("copy"))
    try await store.delete(Scalars.all)
    let other = try Connection(path: scratch.path("database"), flags: 2)
    _ = try other.texts("BEGIN IMMEDIATE")
    let error = await #expect(throws: StoreError.self) { try await backend.restore(from: scratch.path("copy")) }
    guard case .locked? = error else { throw error ?? StoreError.cancelled }
    let patient = try SQLiteBackend(path: scratch.path("database"), options: SQLiteOptions(busyTimeout: .seconds(60)))
    async let restored: Void = patient.restore(from: scratch.path("copy"))
    try await Task.sleep(for: .milliseconds(50))
    _ = try other.texts("COMMIT")
    try await restored
    #expect(try await store.count(Scalars.all) == 20)
  }

  /// A new device has no tables yet.
  @Test func intoANewDatabase() async throws {
    let (backend, _) = try await NumberedRows.database(scratch.path("database"), 1...20)
    try await backend.backUp(to: scratch.path("copy"))
    for new in [try SQLiteBackend(path: scratch.path("new")), try SQLiteBackend.inMemory()] {
      try await new.restore(from: scratch.path("copy"))
      let store = Store(new)
      try await store.prepare(EverythingSchema.self)
      #expect(try await store.count(Scalars.all) == 20)
      try await store.insert([NumberedRows.row(-1)])
      try await new.restore(from: scratch.path("copy"))
      #expect(try await store.count(Scalars.all) == 20)
    }
  }

  @Test(.enabled(if: SmallDisk.canBeMounted, "only root on Linux can mount a small disk"))
  func fullDisk() async throws {
    let (large, _) = try await NumberedRows.database(scratch.path("database"), 1...12_000)
    try await large.backUp(to: scratch.path("copy"))
    let disk = try #require(try SmallDisk(kilobytes: 1024))
    let backend = try SQLiteBackend(path: disk.path("database"))
    let store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    try await store.insert([NumberedRows.row(7)])
    let error = await #expect(throws: StoreError.self) { try await backend.restore(from: scratch.path("copy")) }
    guard case .full? = error else { throw error ?? StoreError.cancelled }
    #expect(try await store.fetch(Scalars.all).map(\.plain) == [7])
    try await store.insert([NumberedRows.row(8)])
  }

  /// Changes a copy, without a log beside it.
  private func change(_ name: String, _ statements: String...) throws {
    try FileManager.default.copyItem(atPath: scratch.path("copy"), toPath: scratch.path(name))
    let copy = try Connection(path: scratch.path(name), flags: 2)
    for statement in statements { _ = try copy.texts(statement) }
  }
}
