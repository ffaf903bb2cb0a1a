import Foundation
import IgataRuntime
import Testing

@testable import IgataSQLite

@Suite struct PrepareTests {
  private struct Case {
    var name: String
    /// What the database holds before.
    var existing: String
    /// The column and the beginning of the problem; nothing where the schema fits.
    var mismatch: (table: String, column: String?, problem: String)?

    init(
      _ name: String, _ existing: String, _ table: String = "owner", _ column: String? = nil, _ problem: String? = nil
    ) {
      self.name = name
      self.existing = existing
      mismatch = problem.map { (table, column, $0) }
    }
  }

  /// The table `owner` in the words of another program.
  private static func owner(
    id: String = "id BLOB NOT NULL", name: String = "name TEXT NOT NULL", email: String = "email VARCHAR(30) UNIQUE",
    home: String = "home_id BLOB REFERENCES home ON DELETE SET NULL", more: String = "PRIMARY KEY (id)"
  ) -> String {
    "CREATE TABLE owner (\([id, name, email, home, more].filter { !$0.isEmpty }.joined(separator: ", ")))"
  }

  private static let cases: [Case] = [
    Case("nothing", ""),
    Case("the same by another hand", owner()),
    Case(
      "names in other cases",
      "CREATE TABLE OWNER (ID BLOB PRIMARY KEY, Name CHAR NOT NULL, EMAIL TEXT UNIQUE, "
        + "Home_ID BLOB REFERENCES HOME (ID) ON DELETE SET NULL)"),
    Case("further columns", owner(more: "a INTEGER, b TEXT NOT NULL DEFAULT '', PRIMARY KEY (id)")),
    Case("unique by an index", owner(email: "email TEXT") + "; CREATE UNIQUE INDEX e ON owner (email)"),
    Case("a view", "CREATE VIEW owner AS SELECT 1", "owner", nil, "it is a view"),
    Case("a column is missing", owner(name: ""), "owner", "name", "the column is missing"),
    Case("another type", owner(name: "name INTEGER NOT NULL"), "owner", "name", "its type is 'INTEGER'"),
    Case("a type of numbers", owner(email: "email DECIMAL UNIQUE"), "owner", "email", "its type is 'DECIMAL'"),
    Case("no type", owner(id: "id TEXT NOT NULL"), "owner", "id", "its type is 'TEXT'"),
    Case("null where it must not be", owner(name: "name TEXT"), "owner", "name", "it may be null"),
    Case(
      "not null where it may be", owner(email: "email TEXT NOT NULL UNIQUE"), "owner", "email", "it may not be null"),
    Case(
      "a further column that is needed", owner(more: "a INTEGER NOT NULL, PRIMARY KEY (id)"), "owner", "a",
      "the schema does not know it"),
    Case("another key", owner(more: "PRIMARY KEY (id, name)"), "owner", "id", "the primary key is (id, name)"),
    Case("no key", owner(more: ""), "owner", "id", "the primary key is ()"),
    Case("no foreign key", owner(home: "home_id BLOB"), "owner", "home_id", "it has no foreign key to 'home'"),
    Case(
      "a foreign key to another table", owner(home: "home_id BLOB REFERENCES things ON DELETE SET NULL"), "owner",
      "home_id", "it has no foreign key to 'home'"),
    Case(
      "another delete rule", owner(home: "home_id BLOB REFERENCES home ON DELETE CASCADE"), "owner", "home_id",
      "its foreign key is ON DELETE CASCADE"),
    Case("not unique", owner(email: "email TEXT"), "owner", "email", "nothing makes (email) unique"),
    Case(
      "unique in part", owner(email: "email TEXT") + "; CREATE UNIQUE INDEX e ON owner (email) WHERE id > 0", "owner",
      "email", "nothing makes (email) unique"),
    Case(
      "a later table differs", "CREATE TABLE seat (row INTEGER NOT NULL, number INTEGER NOT NULL)", "seat", "row",
      "the primary key is ()"),
  ]

  private static func definition(_ connection: Connection) throws -> [[String?]] {
    try connection.texts("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type")
  }

  @Test func refusals() async throws {
    let folder = try TemporaryFolder()
    for (number, test) in Self.cases.enumerated() {
      let path = folder.path("\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for statement in test.existing.split(separator: ";") { try connection.run(String(statement)) }
      let before = try Self.definition(connection)
      let backend = try SQLiteBackend(path: path)
      let error = await failure { () throws(StoreError) in try await backend.prepare(testTables) }
      guard let mismatch = test.mismatch else {
        #expect(error == nil, "\(test.name)")
        try await fill(backend)
        continue
      }
      guard case .schemaMismatch(let table, let column, let problem, let help)? = error else {
        Issue.record("\(test.name): \(String(describing: error))")
        continue
      }
      #expect(table == mismatch.table && column == mismatch.column, "\(test.name): \(table), \(column ?? "-")")
      #expect(problem.hasPrefix(mismatch.problem) && !help.isEmpty, "\(test.name): \(problem)")
      #expect(try Self.definition(connection) == before, "\(test.name): something was changed")
    }
  }

  private func fill(_ backend: SQLiteBackend) async throws(StoreError) {
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.save, Owner.table, [[.key(1), .text("a"), .null, .null]])
    }
  }

  @Test func missingIndexesAreAdded() async throws {
    let folder = try TemporaryFolder()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare(testTables)
    let connection = try Connection(path: folder.path(), flags: 2)
    let before = try Self.definition(connection)
    try connection.run("DROP INDEX things_owner_id_idx")
    try await backend.prepare(testTables)
    #expect(try Self.definition(connection) == before)
  }

  @Test func readOnlyDatabases() async throws {
    let folder = try TemporaryFolder()
    let options = SQLiteOptions(isReadOnly: true)
    let missing = await failure { () throws(StoreError) in try SQLiteBackend(path: folder.path(), options: options) }
    #expect(missing == .unreachable(reason: "unable to open database file '\(folder.path())'"))
    let writer = try SQLiteBackend(path: folder.path())
    try await writer.prepare([Home.table])
    let reader = try SQLiteBackend(path: folder.path(), options: options)
    try await reader.prepare([Home.table])
    let error = await failure { () throws(StoreError) in try await reader.prepare(testTables) }
    guard case .schemaMismatch(table: "owner", column: nil, problem: "the table does not exist", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await reader.rows(RowQuery(Home.table)).isEmpty)
    let refused = await failure { () throws(StoreError) in try await reader.begin(.write) }
    #expect(refused == .readOnly(reason: "the database was opened for reading alone"))
  }

  @Test func otherEncodings() async throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.path(), flags: 6)
    _ = try connection.texts("PRAGMA encoding = 'UTF-16le'")
    try connection.run("CREATE TABLE other (id)")
    let backend = try SQLiteBackend(path: folder.path())
    let error = await failure { () throws(StoreError) in try await backend.prepare(testTables) }
    guard case .schemaMismatch(_, nil, "the database's text is in UTF-16le", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
