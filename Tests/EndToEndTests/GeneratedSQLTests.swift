import CustomModels
import Foundation
import GeneratedModels
import HostileModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// The generated DDL runs on the engine unchanged, and equals what `prepare` creates, statement for statement.
@Test(arguments: [
  "articles", "community", "hospital", "everything", "hostile", "household", "message", "naughty", "palette", "support",
])
func preparedTablesAreTheGeneratedDDL(_ name: String) async throws {
  let schemas: [String: any PersistableSchema.Type] = [
    "hostile": HostileSchema.self, "palette": PaletteSchema.self,
    "articles": ArticlesSchema.self, "community": CommunitySchema.self, "hospital": HospitalSchema.self, "everything": EverythingSchema.self, "household": HouseholdSchema.self,
    "message": MessageSchema.self, "naughty": NaughtySchema.self, "support": SupportSchema.self,
  ]
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString).sqlite").path
  guard let schema = schemas[name] else {
    Issue.record("no schema is called \(name)")
    return
  }
  try await IgataRuntime.Store(try SQLiteBackend(path: path)).prepare(schema)
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../GeneratedSQL/\(name).sqlite.sql").standardizedFileURL
  let generated = try Engine(path: ":memory:")
  try generated.execute("PRAGMA foreign_keys=ON;")
  try generated.execute(try String(contentsOf: file, encoding: .utf8))

  let expected = try generated.definitions()
  let created = try Engine(path: path).definitions()
  #expect(expected.keys.sorted() == created.keys.sorted())
  for (name, definition) in expected { #expect(created[name] == definition, "\(name)") }
  #expect(try generated.execute("PRAGMA foreign_key_check;") == [])
}

/// `@onUpdate`, when another program changes keys.
@Test func changedKeysAreFollowed() throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../GeneratedSQL/community.sqlite.sql").standardizedFileURL
  let engine = try Engine(path: ":memory:")
  try engine.execute("PRAGMA foreign_keys=ON;")
  try engine.execute(try String(contentsOf: file, encoding: .utf8))
  try engine.execute(
    """
    INSERT INTO member (id, email) VALUES ('a', 'a@example.com');
    INSERT INTO profile (id, text, member_id) VALUES ('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', '', 'a');
    INSERT INTO club (id, name) VALUES (1, 'Tea'); INSERT INTO membership (club_id, number) VALUES (1, 1);
    UPDATE member SET id = 'b';
    """)
  #expect(try engine.execute("SELECT member_id FROM profile") == [["b"]])
  #expect(throws: (any Error).self) { try engine.execute("UPDATE club SET id = 2") }
}

/// A connection of the test's own, in addition to the backend's.
final class Engine {
  private var handle: OpaquePointer?

  init(path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(message: "can't open \(path)") }
  }

  deinit { sqlite3_close(handle) }

  @discardableResult
  func execute(_ sql: String) throws -> [[String]] {
    var rows: [[String]] = []
    var message: UnsafeMutablePointer<CChar>?
    let code = withUnsafeMutablePointer(to: &rows) { rows in
      sqlite3_exec(
        handle, sql,
        { context, count, values, _ in
          let row = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "" }
          context?.assumingMemoryBound(to: [[String]].self).pointee.append(row)
          return 0
        }, rows, &message)
    }
    guard code == SQLITE_OK else { throw Failure(message: message.map { String(cString: $0) } ?? "code \(code)") }
    return rows
  }

  /// The statements with which every table and index was created, without comments.
  func definitions() throws -> [String: String] {
    let rows = try execute(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> 'igata_tables'")
    return Dictionary(
      rows.map { row in
        (
          row[0],
          row[1].split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }.joined(separator: "\n")
        )
      }, uniquingKeysWith: { first, _ in first })
  }
}

private struct Failure: Error {
  let message: String
}
