import Foundation
import IgataRuntime
import RuntimeModels
import Synchronization
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Tables that another program makes and changes.
@Suite struct ExternalTableTests {
  private let scratch: Scratch
  private var path: String { scratch.path("vault.sqlite") }

  /// What the other program has written: a rollback journal, and JSON with spaces.
  init() throws {
    scratch = try Scratch()
    try other(
      "CREATE TABLE owners (id TEXT NOT NULL PRIMARY KEY, email TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, "
        + "enabled INTEGER NOT NULL DEFAULT 1, photo BLOB)",
      "CREATE TABLE folders (id TEXT NOT NULL PRIMARY KEY, owner_uuid TEXT NOT NULL REFERENCES owners (id), "
        + "name TEXT NOT NULL)",
      "CREATE TABLE log (what TEXT)",
      "CREATE TRIGGER logged AFTER UPDATE ON owners BEGIN INSERT INTO log VALUES ('updated'); END",
      "INSERT INTO owners VALUES ('a', 'a@example.com', '{ \"b\":1,  \"a\": [ 2 ] }', 1, NULL)",
      "INSERT INTO owners VALUES ('b', 'b@example.com', '[]', 0, x'00')",
      "INSERT INTO folders VALUES ('f', 'a', 'Inbox')")
  }

  /// Runs statements as another program would.
  @discardableResult
  private func other(_ statements: String...) throws -> [[String?]] {
    let connection = try Connection(path: path, flags: 6)
    var rows: [[String?]] = []
    for statement in statements { rows = try connection.texts(statement) }
    return rows
  }

  private func store() throws -> Store { Store(try SQLiteBackend(path: path)) }

  @Test func openingChangesNothing() async throws {
    let before = try scratch.bytes("vault.sqlite")
    let store = try store()
    let report = try await store.prepare(VaultSchema.self)
    #expect(report.createdTables == [] && report.createdIndexes == [])
    #expect(try await store.fetch(VaultFolder.all).map(\.owner.email) == ["a@example.com"])
    try await store.close()
    #expect(try scratch.bytes("vault.sqlite") == before)
    #expect(scratch.files() == ["vault.sqlite"])
  }

  @Test func refusalChangesNothing() async throws {
    try other("ALTER TABLE folders RENAME TO directories")
    let before = try scratch.bytes("vault.sqlite")
    let store = try store()
    await #expect {
      try await store.prepare(VaultSchema.self)
    } throws: { error in
      guard case StoreError.schemaMismatch(let differences) = error else { return false }
      return differences.map(\.table) == ["folders"] && differences[0].problem == "the table does not exist"
    }
    // The table that fits can be opened by itself.
    try await store.prepare([VaultUser.self])
    #expect(try await store.count(VaultUser.all) == 2)
    try await store.close()
    #expect(try scratch.bytes("vault.sqlite") == before)
    #expect(scratch.files() == ["vault.sqlite"])
  }

  @Test func unchangedRowsAreNotWritten() async throws {
    let before = try scratch.bytes("vault.sqlite")
    let store = try store()
    try await store.prepare(VaultSchema.self)
    let owners = try await store.save(try await store.fetch(VaultUser.all))
    try await store.save(owners[0])
    try await store.update(owners)
    try await store.save(try await store.fetch(VaultFolder.all))
    try await store.close()
    #expect(try scratch.bytes("vault.sqlite") == before)
  }

  @Test func onlyWhatChangedIsWritten() async throws {
    let store = try store()
    try await store.prepare(VaultSchema.self)
    var owners = try await store.fetch(VaultUser.all.order { $0.id.ascending })
    owners[0].email = "c@example.com"
    let new = VaultUser(id: "n", email: "n@example.com", settings: .null)
    let saved = try await store.save(owners + [new])
    #expect(saved.map(\.email) == ["c@example.com", "b@example.com", "n@example.com"])
    let rows = try other("SELECT id, email, settings, enabled FROM owners ORDER BY id")
    #expect(rows[0] == ["a", "c@example.com", "{ \"b\":1,  \"a\": [ 2 ] }", "1"])
    #expect(rows[1] == ["b", "b@example.com", "[]", "0"])
    #expect(rows[2] == ["n", "n@example.com", "null", "1"])
    #expect(try other("SELECT count(*) FROM log") == [["1"]])
    // A row that another program has deleted is inserted by a save, and not by an update.
    try other("DELETE FROM owners WHERE id = 'b'")
    await #expect(throws: StoreError.notFound(model: "VaultUser", key: "b")) { try await store.update(saved[1]) }
    try await store.save(saved[1])
    #expect(try other("SELECT count(*) FROM owners") == [["3"]])
  }

  /// What the other program changes between a read and a save stays.
  @Test func othersChangesStay() async throws {
    let store = try store()
    try await store.prepare(VaultSchema.self)
    var user = try #require(try await store.find(VaultUser.self, id: "a"))
    try other("UPDATE owners SET email = 'other@example.com', photo = x'05' WHERE id = 'a'", "DELETE FROM log")
    try await store.save(user)
    #expect(try other("SELECT count(*) FROM log") == [["0"]])
    user.enabled = false
    user = try await store.update(user)
    let row = "SELECT email, enabled, hex(photo) FROM owners WHERE id = 'a'"
    #expect(try other(row) == [["other@example.com", "0", "05"]])
    // What was saved counts as read.
    try other("UPDATE owners SET enabled = 1 WHERE id = 'a'")
    user.settings = ["c": 3]
    user = try await store.save([user])[0]
    #expect(try other(row) == [["other@example.com", "1", "05"]])
    // Columns that are named are written.
    try await store.update(user, only: \.email)
    #expect(try other(row) == [["a@example.com", "1", "05"]])
    // A model that wasn't read is written as a whole.
    try await store.save(VaultUser(id: "a", email: "new", settings: .null))
    #expect(try other(row) == [["new", "1", ""]])
  }

  /// Values are equal, however the other program writes them.
  @Test func jsonIsCompared() async throws {
    let store = try store()
    try await store.prepare(VaultSchema.self)
    let user = try #require(try await store.find(VaultUser.self, id: "a"))
    #expect(try await store.count(VaultUser.where { $0.settings == user.settings }) == 1)
    #expect(try await store.count(VaultUser.where { $0.settings != user.settings }) == 1)
    #expect(try await store.count(VaultUser.where { $0.settings.isIn([user.settings, .null]) }) == 1)
  }

  /// Without a log, those who read lock out those who commit: a commit waits.
  @Test(.timeLimit(.minutes(10))) func commitsWaitForReaders() async throws {
    let store = try store()
    try await store.prepare(VaultSchema.self)
    let reader = try Connection(path: path, flags: 1)
    _ = try reader.texts("BEGIN")
    _ = try reader.texts("SELECT count(*) FROM owners")
    let isSaved = Atomic(false)
    async let saving = {
      defer { isSaved.store(true, ordering: .releasing) }
      return try await store.save(VaultUser(id: "n", email: "n", settings: .null))
    }()
    // A commit that waits lets nobody else begin to read.
    while (try? other("SELECT count(*) FROM owners")) != nil, !isSaved.load(ordering: .acquiring) {
      await Task.yield()
    }
    _ = try reader.texts("COMMIT")
    _ = try await saving
    #expect(try other("SELECT count(*) FROM owners") == [["3"]])
    #expect(try other("PRAGMA journal_mode") == [["delete"]])
  }

  @Test(.timeLimit(.minutes(10))) func manyReadAndWrite() async throws {
    let store = try store()
    try await store.prepare(VaultSchema.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for round in 0..<25 {
            try await store.save(VaultUser(id: "\(number).\(round)", email: "\(number).\(round)", settings: .null))
            _ = try await store.fetch(VaultUser.all)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.count(VaultUser.all) == 102)
  }
}
