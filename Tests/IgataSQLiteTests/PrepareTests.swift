import Foundation
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct PrepareTests {
  private struct Case {
    var name: String
    /// What the database holds before.
    var existing: String
    /// The columns that differ, and the beginnings of what the database has; empty if the schema fits.
    var differences: [String]
    var tables: [TableDescription]
    /// Whether the statements of the error are all it takes.
    var isAdded: Bool

    init(
      _ name: String, _ existing: String, _ differences: String..., isAdded: Bool = false,
      tables: [TableDescription] = testTables
    ) {
      self.name = name
      self.existing = existing
      self.differences = differences
      self.isAdded = isAdded
      self.tables = tables
    }

    /// One table of the schema, in words.
    init(
      _ name: String, _ existing: String, schema: String, _ differences: String..., isAdded: Bool = false
    ) {
      self.init(name, existing, isAdded: isAdded, tables: [TableDescription(schema, relations: [] as [any PersistableModel.Type])])
      self.differences = differences
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
    Case("a view", "CREATE VIEW owner AS SELECT 1", "owner: a view"),
    Case("a virtual table", "CREATE VIRTUAL TABLE owner USING fts5(name)", "owner: a virtual table"),
    Case(
      "a column is missing", owner(email: "") , "owner.email: no such column",
      "owner.email: nothing that makes (email) unique", isAdded: true),
    Case("a relation is missing", owner(home: ""), "owner.home_id: no such column", isAdded: true),
    Case("a required column is missing", owner(name: ""), "owner.name: no such column"),
    Case("a column in another style", owner(name: "Name_ TEXT NOT NULL"), "owner.name: no such column, but one called 'Name_'"),
    Case("the column of a relation in another style", owner(home: "homeID BLOB NOT NULL REFERENCES home ON DELETE SET NULL"),
      "owner.home_id: no such column, but one called 'homeID'"),
    Case("another type", owner(name: "name INTEGER NOT NULL"), "owner.name: INTEGER, which stores whole numbers"),
    Case("a type of numbers", owner(email: "email DECIMAL UNIQUE")),
    Case("another type of the key", owner(id: "id TEXT NOT NULL"), "owner.id: TEXT, which stores text"),
    Case("no type", owner(name: "name NOT NULL")),
    Case("another order of text", owner(name: "name TEXT NOT NULL COLLATE NOCASE")),
    Case("a key in another order of text", "CREATE TABLE t (v TEXT NOT NULL COLLATE NOCASE PRIMARY KEY)",
      schema: "table T t\ncolumn v string\nkey v",
      "t.v: a column that identifies rows, and that the database compares by NOCASE"),
    Case("null where it must not be", owner(name: "name TEXT"), "owner.name: a column that may be null"),
    Case(
      "not null where it may be", owner(email: "email TEXT NOT NULL UNIQUE"), "owner.email: a column that may not be null"
    ),
    Case("a computed column", owner(name: "name TEXT NOT NULL AS (lower(email))"), "owner.name: a value that it computes"),
    Case(
      "a further column that is needed", owner(more: "a INTEGER NOT NULL, PRIMARY KEY (id)"), "owner.a: "),
    Case("another key", owner(more: "PRIMARY KEY (id, name)"), "owner.id: the primary key (id, name)"),
    Case("no key", owner(more: ""), "owner.id: the primary key ()"),
    Case("no foreign key", owner(home: "home_id BLOB"), "owner.home_id: no foreign key to 'home'"),
    Case(
      "a foreign key to another table", owner(home: "home_id BLOB REFERENCES things ON DELETE SET NULL"),
      "owner.home_id: no foreign key to 'home'"),
    Case(
      "another delete rule", owner(home: "home_id BLOB REFERENCES home ON DELETE CASCADE"),
      "owner.home_id: a foreign key that deletes by cascade"),
    Case("not unique", owner(email: "email TEXT"), "owner.email: nothing that makes (email) unique", isAdded: true),
    Case(
      "unique in part", owner(email: "email TEXT") + "; CREATE UNIQUE INDEX e ON owner (email) WHERE id > 0",
      "owner.email: nothing that makes (email) unique", isAdded: true),
    Case("an index that is not unique", owner(email: "email TEXT") + "; CREATE INDEX e ON owner (email)",
      "owner.email: nothing that makes (email) unique", isAdded: true),
    Case(
      "unique by another collation",
      owner(email: "email TEXT") + "; CREATE UNIQUE INDEX e ON owner (email COLLATE NOCASE)",
      "owner.email: nothing that makes (email) unique", isAdded: true),
    Case("unique in lowercase",
      value("TEXT", "'a'", "'B'") + "; CREATE UNIQUE INDEX a ON t (LOWER([v])) ; CREATE INDEX b ON t (lower(v) DESC, id)",
      schema: value("string") + "\nunique z (lower(v))\nindex y (lower(v) desc)\nindex x (id, v) using gin"),
    Case("unique in one case only", value("TEXT", "'a'", "'B'") + "; CREATE UNIQUE INDEX a ON t (v)",
      schema: value("string") + "\nunique z (lower(v))", "t.v: nothing that makes (lower(v)) unique", isAdded: true),
    Case("unique by other functions",
      value("TEXT", "'a'", "'B'") + "; CREATE UNIQUE INDEX a ON t (upper(v)); CREATE UNIQUE INDEX b ON t (lower(v || ''))",
      schema: value("string") + "\nunique z (lower(v))", "t.v: nothing that makes (lower(v)) unique", isAdded: true),
    Case(
      "all at once, in every table",
      owner(name: "name INTEGER", email: "", home: "home_id TEXT")
        + "; CREATE TABLE seat (row INTEGER NOT NULL, number REAL NOT NULL, PRIMARY KEY (number, row))",
      "owner.name: INTEGER", "owner.email: no such column", "owner.home_id: TEXT",
      "owner.home_id: no foreign key", "owner.email: nothing that makes", "seat.number: REAL",
      "seat.row: the primary key (number, row)"),
    Case("a longer text, with the old check", owner(name: "name TEXT NOT NULL CHECK (length(name) <= 20)")),
    Case("the same check in other words",
      owner(name: "name TEXT NOT NULL CHECK ((length([name]) > 0) /* and */ AND `name` IS NOT NULL)")),
    Case("a wider check", owner(name: "name TEXT NOT NULL CHECK (length(name) BETWEEN 0 AND 1000)")),

    // What the database counts.
    Case("a counted key", "CREATE TABLE t (id INTEGER PRIMARY KEY)", schema: counted),
    Case("a key that is not counted", "CREATE TABLE t (id INT PRIMARY KEY)", schema: counted,
      "t.id: a key of type 'INT' that it does not count"),
    Case("a key in descending order", "CREATE TABLE t (id INTEGER PRIMARY KEY DESC)", schema: counted,
      "t.id: a key of type 'INTEGER' that it does not count"),
    Case("a key without row numbers", "CREATE TABLE t (id INTEGER PRIMARY KEY) WITHOUT ROWID", schema: counted,
      "t.id: a key of type 'INTEGER' that it does not count"),
    Case("a bigint key", "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY)", schema: counted,
      "t.id: a key of type 'BIGINT' that it does not count"),

    // What only the rows tell.
    Case("fractions", value("NUMERIC", "23.28"), schema: value("int64"), "t.v: real in 1 of the 1 rows"),
    Case("fractions among integers", value("INTEGER", "1", "2.5"), schema: value("int64"), "t.v: real in 1 of the 2 rows"),
    Case("text among integers", value("INTEGER", "1", "'a'"), schema: value("fixed(100)"), "t.v: text in 1 of the 2 rows"),
    Case("integers", value("BIGINT", "1", "2"), schema: value("int64")),
    Case("truth", value("BOOLEAN", "0", "1"), schema: value("bool")),
    Case("truth as text", value("BOOLEAN", "'t'"), schema: value("bool"), "t.v: text in 1 of the 1 rows"),
    Case("truth as numbers", value("BOOLEAN", "2"), schema: value("bool"), "t.v: integer in 1 of the 1 rows"),
    Case("a truth as a number", value("BOOLEAN", "1"), schema: value("int64")),
    Case("fractions as hundredths", value("DECIMAL(10,2)", "20"), schema: value("fixed(100)"), "t.v: DECIMAL(10,2), which"),
    Case("seconds", value("INTEGER", "1700000000"), schema: value("date"), "t.v: numbers of the size of seconds"),
    Case("milliseconds", value("INTEGER", "1700000000000"), schema: value("date"), "t.v: numbers of the size of milli"),
    Case("microseconds", value("INTEGER", "1700000000000000", "0"), schema: value("date")),
    Case("nanoseconds", value("INTEGER", "1700000000000000000"), schema: value("date"), "t.v: numbers of the size of nano"),
    Case("dates as text", value("DATETIME", "'2026-01-01'"), schema: value("date"), "t.v: text in 1 of the 1 rows"),
    Case("keys as text", value("BLOB", "'6BA7B810-9DAD-11D1-80B4-00C04FD430C8'"), schema: value("uuid"), "t.v: text in 1"),
    Case("keys as bytes", value("BLOB", "zeroblob(16)"), schema: value("uuid")),
    Case("short keys", value("BLOB", "zeroblob(15)"), schema: value("uuid"), "t.v: blob in 1 of the 1 rows"),
    Case("an unknown case", value("TEXT", "'a'", "'z'"), schema: value("string(a, b)"), "t.v: text in 1 of the 2 rows"),
    Case("an open enum", value("TEXT", "'a'", "'z'"), schema: value("string(a, b, ...)")),
    Case("an old check", value("TEXT CHECK (v IN ('a'))", "'a'"), schema: value("string(a, b)")),
    Case("a key without a value", "CREATE TABLE t (v TEXT PRIMARY KEY); INSERT INTO t VALUES (NULL)",
      schema: "table T t\ncolumn v string\nkey v", "t.v: null in 1 of the 1 rows"),
    Case("wide integers", value("INTEGER", "70000"), schema: value("int16"), "t.v: integer in 1 of the 1 rows"),
    Case("wider integers", value("INTEGER", "3000000000"), schema: value("int32"), "t.v: integer in 1 of the 1 rows"),
    Case("an unknown number", value("INTEGER", "1", "3"), schema: value("int16(1, 2)"), "t.v: integer in 1 of the 2 rows"),
    Case("text among fractions", value("REAL", "1.5", "'a'"), schema: value("double"), "t.v: text in 1 of the 2 rows"),
    Case("a key's column is missing", "CREATE TABLE t (v TEXT)",
      schema: "table T t\ncolumn id int64 = 5\ncolumn v string null\nkey id", "t.id: no such column",
      "t.id: the primary key ()"),
    Case("no decimal", value("TEXT", "'1.5'", "'1,5'"), schema: value("decimal"), "t.v: text in 1 of the 2 rows"),
    Case("no JSON", value("TEXT", "'{'"), schema: value("json"), "t.v: text in 1 of the 1 rows"),
    Case("no list", value("TEXT", "'{}'"), schema: value("list int64"), "t.v: text in 1 of the 1 rows"),
    Case("a narrow integer", value("INTEGER CHECK (v BETWEEN -32768 AND 32767)", "1"), schema: value("int32")),
    Case("a positive integer", value("integer unsigned CHECK (\"v\" >= 0)", "1"), schema: value("int64")),
    Case("a positive integer, as the schema has it", value("integer unsigned CHECK (\"v\" >= 0)", "1"),
      schema: value("int64 min 0")),
    Case("a renamed model", value("INTEGER", "1"), schema: "table U u formerly t\ncolumn v int64\nkey v",
      "u: its rows under its former name 't'"),
    Case("a renamed field", value("INTEGER", "1"),
      schema: "table T t\ncolumn id int64 = autoincrement\ncolumn w int64 null formerly v\nkey id",
      "t.w: the column under its former name 'v'"),
    Case("a former name that another model has now", value("INTEGER", "1"), tables: [
      words(value("int64")), words("table U u formerly t\ncolumn v int64\nkey v"),
    ]),
    Case("rows of the first table, and types of the second",
      value("INTEGER", "'a'") + "; CREATE TABLE u (v TEXT NOT NULL PRIMARY KEY)",
      "t.v: text in 1 of the 1 rows", "u.v: TEXT, which stores text",
      tables: [words(value("int64")), words("table U u\ncolumn v int64\nkey v")]),
    // Definitions as other programs write them.
    Case("Prisma",
      """
      CREATE TABLE "Customer" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "email" TEXT NOT NULL, "nickname" TEXT,
      "joined" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "credit" DECIMAL NOT NULL, "active" BOOLEAN NOT NULL DEFAULT true);
      CREATE UNIQUE INDEX "Customer_email_key" ON "Customer"("email");
      INSERT INTO "Customer" ("email", "credit") VALUES ('a', 1.5)
      """,
      schema: """
        table Customer Customer
        column id int64 = autoincrement
        column email string
        column nickname string null
        column joined date
        column credit decimal
        column active bool
        key id
        unique Customer_email_unique (email)
        """, "Customer.credit: DECIMAL, which stores", "Customer.joined: text in 1 of the 1 rows"),
    Case("Django",
      """
      CREATE TABLE "shop_item" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "title" varchar(200) NOT NULL,
      "count" integer unsigned NOT NULL CHECK ("count" >= 0), "shown" bool NOT NULL, "number" char(32) NOT NULL,
      "data" text NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)),
      "parent_id" bigint NULL REFERENCES "shop_item" ("id") DEFERRABLE INITIALLY DEFERRED);
      CREATE INDEX "shop_item_parent_id_5f" ON "shop_item" ("parent_id");
      INSERT INTO shop_item (title, count, shown, number, data) VALUES ('a', 1, 1, 'b', '{}')
      """,
      schema: """
        table Item shop_item
        column id int64 = autoincrement
        column title string
        column count int64 min 0
        column shown bool
        column number uuid
        column data json
        column parent_id int64 null
        key id
        """, "shop_item.number: char(32), which stores text"),
    Case("Rails",
      """
      CREATE TABLE "notes" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "title" varchar, "body" text NOT NULL,
      "shown" boolean DEFAULT 0 NOT NULL, "created_at" datetime(6) NOT NULL, "score" float, "cents" integer);
      INSERT INTO notes (body, created_at, score, cents) VALUES ('a', '2026-01-02 03:04:05.000006', 1, 1999)
      """,
      schema: """
        table Note notes
        column id int64 = autoincrement
        column title string null
        column body string
        column shown bool
        column created_at date
        column score double null
        column cents fixed(100) null
        key id
        """, "notes.created_at: text in 1 of the 1 rows"),
    Case("Core Data",
      """
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSHOWN INTEGER, ZMADE TIMESTAMP,
      ZAMOUNT DECIMAL, ZTEXT VARCHAR, ZKEY BLOB);
      INSERT INTO ZNOTE (ZSHOWN, ZMADE, ZAMOUNT, ZTEXT, ZKEY) VALUES (1, 700000000.5, 1.25, 'a', zeroblob(16))
      """,
      schema: """
        table Note ZNOTE
        column Z_PK of id int64 = autoincrement
        column ZSHOWN of shown bool null
        column ZMADE of made date null
        column ZAMOUNT of amount fixed(100) null
        column ZTEXT of text string null
        column ZKEY of key uuid null
        key Z_PK
        """, "ZNOTE.ZAMOUNT: DECIMAL, which stores", "ZNOTE.ZMADE: real in 1 of the 1 rows"),
    Case("a check that is missing", value("INTEGER", "1"),
      schema: value("int64") + "\ncheck t_v_check (any (v is null) (v > 0))", "t.v: no check 't_v_check'"),
    Case("a check of the same name",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, CONSTRAINT \"T_v_check\" CHECK (v IS NULL OR v > 0))",
      schema: value("int64") + "\ncheck t_v_check (any (v is null) (v > 0))"),
    Case("new columns", value("INTEGER", "1"),
      schema: value("int64") + "\ncolumn a int64 = 5 max 9\ncolumn b string null\ncolumn c list string = ()\nindex i (a, b)",
      "t.a: no such column", "t.b: no such column", "t.c: no such column", isAdded: true),
  ]

  private static func words(_ text: String) -> TableDescription {
    TableDescription(text, relations: [] as [any PersistableModel.Type])
  }

  private static let counted = "table T t\ncolumn id int64 = autoincrement\nkey id"

  private static func value(_ type: String, _ values: String...) -> String {
    "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(type)); INSERT INTO t (v) VALUES \(values.map { "(\($0))" }.joined(separator: ", "))"
  }

  private static func value(_ type: String) -> String {
    "table T t\ncolumn id int64 = autoincrement\ncolumn v \(type) null\nkey id"
  }

  private static func definition(_ connection: Connection) throws -> [[String?]] {
    try connection.texts("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type")
  }

  @Test func refusals() async throws {
    let folder = try Scratch()
    for (number, test) in Self.cases.enumerated() {
      let path = folder.path("\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for statement in test.existing.split(separator: ";") { try connection.run(String(statement)) }
      let before = try Self.definition(connection)
      let backend = try SQLiteBackend(path: path)
      let error = await failure { () throws(StoreError) in try await backend.prepare(test.tables) }
      guard !test.differences.isEmpty else {
        #expect(error == nil, "\(test.name)")
        if test.tables.contains(where: { $0 === Owner.table }) { try await fill(backend) }
        continue
      }
      guard case .schemaMismatch(let differences)? = error else {
        Issue.record("\(test.name): \(String(describing: error))")
        continue
      }
      let found = differences.map { "\([$0.table, $0.column].compactMap(\.self).joined(separator: ".")): \($0.found ?? "")" }
      #expect(found.count == test.differences.count, "\(test.name): \(found)")
      for (found, expected) in zip(found, test.differences) {
        #expect(found.hasPrefix(expected), "\(test.name): \(found)")
      }
      #expect(differences.allSatisfy { !$0.help.isEmpty && $0.field != nil }, "\(test.name)")
      #expect(try Self.definition(connection) == before, "\(test.name): something was changed")
      #expect(differences.allSatisfy { ($0.sql != nil) == test.isAdded } || differences.count > 5, "\(test.name): \(differences)")
      guard test.isAdded else { continue }
      // The statements are all it takes.
      for statement in (differences.sql ?? "").split(separator: "\n") { try connection.run(String(statement)) }
      let after = await failure { () throws(StoreError) in try await backend.prepare(test.tables) }
      #expect(after == nil, "\(test.name): \(String(describing: after))")
    }
  }

  private func fill(_ backend: SQLiteBackend) async throws(StoreError) {
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.save, Owner.table, [[.key(1), .text("a"), .null, .null]])
    }
  }

  @Test func missingIndexesAreAdded() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare(testTables)
    let connection = try Connection(path: folder.path(), flags: 2)
    let before = try Self.definition(connection)
    try connection.run("DROP INDEX things_owner_id_idx")
    try await backend.prepare(testTables)
    #expect(try Self.definition(connection) == before)
  }

  /// An index with the same columns does under any name, and so does one that begins with them.
  @Test func indexesUnderOtherNames() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, d INTEGER)")
    for columns in ["a DESC, b ASC", "b, c, d", "c"] {
      try connection.run("CREATE INDEX \"by \(columns)\" ON t (\(columns))")
    }
    try connection.run("CREATE INDEX i5 ON t (d) WHERE a > 0")
    let table = TableDescription(
      """
      table T t
      column id int64 = autoincrement
      column a int64 null
      column b int64 null
      column c int64 null
      column d int64 null
      key id
      index i1 (a, b desc)
      index i2 (b, c)
      index i3 (c)
      index i4 (id)
      index i5 (d)
      index i6 (a, b)
      index i7 (d, a)
      """, relations: [] as [any PersistableModel.Type])
    let backend = try SQLiteBackend(path: folder.path())
    let report = try await backend.prepare([table])
    #expect(report.createdIndexes == ["i6", "i7"])
    #expect(report.createdTables == [])
    #expect(report.notes.map(\.description) == [
      "T.d (t.d): the index 'i5' has other columns than the schema's; drop it to get that"
    ])
    #expect(try await backend.prepare([table]).createdIndexes == [])
  }

  @Test func readOnlyDatabases() async throws {
    let folder = try Scratch()
    let options = SQLiteOptions(isReadOnly: true)
    let missing = await failure { () throws(StoreError) in try SQLiteBackend(path: folder.path(), options: options) }
    let reason = "unable to open database file '\(folder.path())': No such file or directory"
    #expect(missing == .unreachable(reason: reason))
    let writer = try SQLiteBackend(path: folder.path())
    try await writer.prepare([Home.table])
    let reader = try SQLiteBackend(path: folder.path(), options: options)
    try await reader.prepare([Home.table])
    let error = await failure { () throws(StoreError) in try await reader.prepare(testTables) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.table) == ["owner", "things", "seat", "order"])
    #expect(differences.allSatisfy { $0.problem == "the table does not exist" })
    #expect(try await reader.rows(RowQuery(Home.table)).isEmpty)
    let refused = await failure { () throws(StoreError) in try await reader.begin(.write) }
    #expect(refused == .readOnly(reason: "the database was opened for reading alone"))
  }

  @Test func otherEncodings() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    _ = try connection.texts("PRAGMA encoding = 'UTF-16le'")
    try connection.run("CREATE TABLE other (id)")
    let backend = try SQLiteBackend(path: folder.path())
    let error = await failure { () throws(StoreError) in try await backend.prepare(testTables) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.problem) == ["the database's text is in UTF-16le"])
  }
}
