import Foundation
@_spi(Backend) import IgataRuntime
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct ErrorTests {
  private typealias Work = @Sendable (any BackendSession) async throws(StoreError) -> Void

  private static func owner(_ key: UInt8, _ name: String = "a", email: StoredValue = .null) -> Row {
    [.key(key), .text(name), email, .null]
  }

  private static func ticket(
    _ id: Int64, row: Int64 = 1, replaces: StoredValue = .null, state: String = "open", revision: Int64 = 0
  ) -> Row {
    [.integer(id), .integer(row), .integer(1), replaces, .text(state), .integer(revision)]
  }

  private static func write(_ kind: RowWrite.Kind, _ table: TableDescription, _ rows: Row...) -> Work {
    { (session) throws(StoreError) in try await session.write(kind, table, rows) }
  }

  private static func delete(_ table: TableDescription, _ condition: Condition? = nil) -> Work {
    { (session) throws(StoreError) in _ = try await session.delete(RowQuery(table, where: condition)) }
  }

  /// What is tried with one owner, two seats and one ticket in the database.
  private static let cases: [(name: String, work: Work, error: StoreError)] = [
    (
      "a key twice", write(.insert, Owner.table, owner(1)),
      .duplicateKey(model: "Owner", constraint: "primaryKey", fields: ["id"])
    ),
    (
      "a composite key twice", write(.insert, Seat.table, [.integer(1), .integer(1)]),
      .duplicateKey(model: "Seat", constraint: "primaryKey", fields: ["row", "number"])
    ),
    (
      "a number twice", write(.insert, Ticket.table, ticket(7, row: 2)),
      .duplicateKey(model: "Ticket", constraint: "primaryKey", fields: ["id"])
    ),
    (
      "a unique value twice", write(.save, Owner.table, owner(2, email: .text("e"))),
      .duplicateKey(model: "Owner", constraint: "owner_email_key", fields: ["email"])
    ),
    (
      "a value twice that is unique under a condition", write(.insert, Ticket.table, ticket(0)),
      .duplicateKey(model: "Ticket", constraint: "order_seat_key", fields: ["seat"])
    ),
    (
      "a relation to nothing", write(.insert, Owner.table, [.key(2), .text("a"), .null, .key(9)]),
      .foreignKey(model: "Owner", field: "home")
    ),
    (
      "a composite relation to nothing", write(.insert, Ticket.table, ticket(0, row: 9)),
      .foreignKey(model: "Ticket", field: "seat")
    ),
    (
      "an update to nothing", write(.update, Ticket.table, ticket(7, row: 9, revision: 1)),
      .foreignKey(model: "Ticket", field: "seat")
    ),
    (
      "a late relation to nothing", write(.insert, Ticket.table, ticket(0, row: 2, replaces: .integer(99))),
      .foreignKey(model: "Ticket", field: "replaces")
    ),
    ("what others need", delete(Seat.table), .foreignKey(model: "Ticket", field: "seat")),
    (
      "too long a text", write(.save, Owner.table, owner(2, String(repeating: "x", count: 101))),
      .checkFailed(model: "Owner", field: "name", rule: "length(1...100)")
    ),
    (
      "no text", write(.update, Owner.table, [.key(1), .null, .null, .null]),
      .checkFailed(model: "Owner", field: "name", rule: "not nil")
    ),
    (
      "a stale update", write(.update, Ticket.table, ticket(7, revision: 3)),
      .staleVersion(model: "Ticket", key: "7")
    ),
    (
      "a stale save", write(.save, Ticket.table, ticket(7, revision: 0)),
      .staleVersion(model: "Ticket", key: "7")
    ),
  ]

  private static func backend(_ path: String? = nil) async throws -> SQLiteBackend {
    let backend = try path.map { try SQLiteBackend(path: $0) } ?? SQLiteBackend.inMemory()
    try await backend.prepare(testTables)
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.insert, Owner.table, [owner(1, email: .text("e"))])
      try await session.write(.insert, Seat.table, [[.integer(1), .integer(1)], [.integer(2), .integer(1)]])
      try await session.write(.insert, Ticket.table, [ticket(7)])
    }
    return backend
  }

  @Test func constraints() async throws {
    for (name, work, expected) in Self.cases {
      let backend = try await Self.backend()
      let error = await failure { () throws(StoreError) in try await backend.writing(work) }
      #expect(error == expected, "\(name)")
      #expect(try await backend.rows(RowQuery(Seat.table)).count == 2, "\(name)")
      #expect(try await backend.rows(RowQuery(Ticket.table)) == [Self.ticket(7)], "\(name)")
    }
  }

  /// SQLite names what is in the database, whose letters may be of another case than the schema's.
  @Test func namesInOtherCases() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    for statement in [
      "CREATE TABLE HOME (ID BLOB NOT NULL PRIMARY KEY, BUDGET INTEGER NOT NULL, NOTE TEXT, COLOR TEXT) STRICT",
      """
      CREATE TABLE OWNER (ID BLOB NOT NULL PRIMARY KEY, NAME TEXT NOT NULL, EMAIL TEXT UNIQUE,
        HOME_ID BLOB REFERENCES HOME (ID) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED) STRICT
      """,
    ] { try connection.run(statement) }
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([Home.table, Owner.table])
    try await backend.writing(Self.write(.insert, Owner.table, Self.owner(1, email: .text("e"))))
    let names = ["a key twice", "a unique value twice", "a relation to nothing", "no text"]
    for test in Self.cases where names.contains(test.name) {
      let error = await failure { () throws(StoreError) in try await backend.writing(test.work) }
      #expect(error == test.error, "\(test.name)")
    }
    for (row, error) in [
      (Self.owner(1), StoreError.duplicateKey(model: "Owner", constraint: "primaryKey", fields: ["id"])),
      ([.text("x"), .text("a"), .null, .null], .checkFailed(model: "Owner", field: "id", rule: "uuid")),
    ] {
      let work = Self.write(.insert, Owner.table, row)
      let found = await failure { () throws(StoreError) in try await backend.writing(work) }
      #expect(found == error)
    }
  }

  /// What went wrong with one row leaves the session as it was, to go on with.
  @Test func failuresWithinASession() async throws {
    let backend = try await Self.backend()
    for (name, work, expected) in Self.cases where name != "a late relation to nothing" {
      try await backend.writing { (session) throws(StoreError) in
        let savepoint = try await session.savepoint()
        let error = await failure { () throws(StoreError) in try await work(session) }
        #expect(error == expected, "\(name)")
        try await session.rollBack(to: savepoint)
        try await session.write(.save, Owner.table, [Self.owner(5, name)])
      }
      #expect(try await backend.rows(RowQuery(Owner.table)).count == 2, "\(name)")
    }
  }

  @Test func missingTables() async throws {
    let backend = try SQLiteBackend.inMemory()
    let error = await failure { () throws(StoreError) in try await backend.rows(RowQuery(Home.table)) }
    #expect(
      error
        == .schemaMismatch(
          table: "home", column: nil, problem: "the table does not exist", help: "call prepare with the schema"))
  }

  @Test func filesThatCannotBeUsed() async throws {
    let folder = try Scratch()
    let nowhere = await failure { () throws(StoreError) in try SQLiteBackend(path: folder.path("a/b/c.sqlite")) }
    let reason = "unable to open database file '\(folder.path("a/b/c.sqlite"))': No such file or directory"
    #expect(nowhere == .unreachable(reason: reason))
    try Data("this is no database, but a text of some length".utf8).write(to: URL(filePath: folder.path("text")))
    let text = await failure { () throws(StoreError) in try SQLiteBackend(path: folder.path("text")) }
    #expect(text == .corrupted(model: "", row: nil, column: nil, problem: "file is not a database"))
  }

  @Test func otherProcesses() async throws {
    let folder = try Scratch()
    _ = try await Self.backend(folder.path())
    let other = try Connection(path: folder.path(), flags: 2)
    try other.run("BEGIN IMMEDIATE")
    let impatient = try SQLiteBackend(path: folder.path(), options: SQLiteOptions(busyTimeout: .milliseconds(30)))
    let error = await failure { () throws(StoreError) in try await impatient.begin(.write) }
    #expect(error == .locked(reason: "database is locked"))
    #expect(try await impatient.rows(RowQuery(Seat.table)).count == 2)
    // However late a busy machine comes back from the sleep below.
    let patient = try SQLiteBackend(path: folder.path(), options: SQLiteOptions(busyTimeout: .seconds(600)))
    let waiting = Task { try await patient.writing(Self.delete(Ticket.table)) }
    try await Task.sleep(for: .milliseconds(50))
    try other.run("COMMIT")
    try await waiting.value
    #expect(try await impatient.rows(RowQuery(Ticket.table)).isEmpty)
  }

  /// What another program wrote into a column, and what is said of it.
  @Test func rowsThatAreNotWhatTheSchemaSays() async throws {
    let cases: [(column: String, value: String, problem: String)] = [
      ("name", "x'61'", "it holds data"), ("name", "NULL", "it is null"), ("name", "5", ""),
      ("name", "CAST(x'61ff' AS TEXT)", "it is not valid UTF-8"), ("id", "x'00'", "it is not a UUID"),
      ("id", "'no UUID'", "it is not a UUID"), ("flag", "2", "it holds an integer other than 0 and 1"),
      ("flag", "'x'", "it holds text"), ("price", "'abc'", "it is not a decimal number"),
      ("json", "'{'", "it is not JSON"), ("json", "x'7b7d'", "it holds data"),
      ("numbers", "'{}'", "it is not a list"), ("numbers", "'[\"a\"]'", "it is not a list"),
      ("at", "1.5", "it holds a floating-point number"), ("ratio", "'x'", "it holds text"),
    ]
    let table = TableDescription(
      model: "Loose", name: "loose",
      columns: [
        ColumnDescription("id", ["id"], .uuid), ColumnDescription("name", ["name"], .string),
        ColumnDescription("flag", ["flag"], .bool), ColumnDescription("price", ["price"], .decimal()),
        ColumnDescription("json", ["json"], .json), ColumnDescription("numbers", ["numbers"], .list(.scalar(.int64))),
        ColumnDescription("at", ["at"], .date), ColumnDescription("ratio", ["ratio"], .double),
      ], primaryKey: [0])
    for (column, value, problem) in cases {
      let folder = try Scratch()
      let connection = try Connection(path: folder.path(), flags: 6)
      try connection.run("CREATE TABLE loose (id BLOB, name, flag, price TEXT, json, numbers, at, ratio)")
      try connection.run("INSERT INTO loose VALUES (zeroblob(16), 'a', 1, '1', 'null', '[]', 1, 1.5)")
      try connection.run("UPDATE loose SET \(column) = \(value)")
      let backend = try SQLiteBackend(path: folder.path())
      let error = await failure { () throws(StoreError) in
        let session = try await backend.begin(.singleRead)
        try await session.read(RowQuery(table)) { (reader) throws(StoreError) in
          while reader.next() {
            _ = reader.uuid(0)
            _ = reader.string(1)
            _ = reader.bool(2)
            for column in 3..<6 { _ = reader.rawValue(column) }
            _ = reader.date(6)
            _ = reader.double(7)
          }
        }
      }
      guard case .corrupted("Loose", let row, let found, let text)? = error else {
        Issue.record("\(column) = \(value): \(String(describing: error))")
        continue
      }
      #expect(found == column && (problem.isEmpty || text == problem), "\(column) = \(value): \(text)")
      #expect(row == (column == "id" ? nil : "00000000-0000-0000-0000-000000000000"), "\(column) = \(value)")
    }
  }

  @Test func sensitiveKeysAreLeftOut() async throws {
    let table = TableDescription(
      model: "Secret", name: "secret",
      columns: [
        ColumnDescription("key", ["key"], .string, isSensitive: true),
        ColumnDescription("version", ["version"], .int64),
      ], primaryKey: [0], versionColumn: 1)
    let backend = try SQLiteBackend.inMemory()
    try await backend.prepare([table])
    let error = await failure { () throws(StoreError) in
      try await backend.writing { (session) throws(StoreError) in
        try await session.write(.save, table, [[.text("password"), .integer(1)], [.text("password"), .integer(1)]])
      }
    }
    #expect(error == .staleVersion(model: "Secret", key: "…"))
  }
}
