import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct SQLTests {
  private static func store() async throws -> Store {
    let store = Store(try SQLiteBackend.inMemory())
    try await store.prepare(HouseholdSchema.self)
    return store
  }

  /// Whether a statement is refused with a reason that contains a text.
  private static func refusal(
    _ sql: SQL, _ store: Store, isQuery: Bool = false
  ) async throws -> String? {
    do {
      if isQuery { _ = try await store.select(sql: sql, as: Int.self) } else { try await store.execute(sql) }
      return nil
    } catch StoreError.unsupportedQuery(let expression, let reason) {
      #expect(expression == sql.description)
      return reason
    }
  }

  @Test(arguments: ["?", "?1", "?07", ":name", "@name", "$name"])
  func ownPlaceholders(_ placeholder: String) async throws {
    let store = try await Self.store()
    for isQuery in [true, false] {
      let reason = try await Self.refusal("SELECT 1 = \(1), \(raw: placeholder)", store, isQuery: isQuery)
      #expect(reason?.contains("'\(placeholder)'") == true, "\(String(describing: reason))")
    }
  }

  /// Names in brackets and in backticks, which only SQLite has.
  @Test func quotedNames() async throws {
    let store = try await Self.store()
    for sql in ["SELECT 1 AS [\(1)]", "SELECT 1 AS `\(1)`", "SELECT 1 AS [a \(identifier: "b")]"] as [SQL] {
      #expect(try await Self.refusal(sql, store)?.contains("by itself") == true, "\(sql)")
    }
    #expect(try await store.select(sql: "SELECT \(1) AS [a ? b]", as: Int.self) == [1])
    #expect(try await store.select(sql: "SELECT `?1` FROM (SELECT \(2) AS [?1])", as: Int.self) == [2])
  }

  @Test(
    arguments: [
      ("PRAGMA foreign_keys = OFF", "change the connection"), ("ATTACH 'x' AS y", "change the connection"),
      ("DETACH main", "change the connection"), ("\u{FEFF}COMMIT", "use 'transaction'"),
      ("EXPLAIN COMMIT", "use 'transaction'"), ("END TRANSACTION", "use 'transaction'"), ("SELEC 1", "syntax error"),
      (";", "no statement"), ("SELECT 1;; SELECT 2", "several statements"),
    ])
  func refused(_ text: String, _ reason: String) async throws {
    let store = try await Self.store()
    let sql: SQL = "\(raw: text)"
    #expect(try await Self.refusal(sql, store)?.contains(reason) == true)
    #expect(try await Self.refusal(sql, store, isQuery: true)?.contains(reason) == true)
    try await store.transaction { store in
      try await store.save(Tag(name: "x"))
      #expect(try await Self.refusal(sql, store)?.contains(reason) == true)
    }
    #expect(try await store.count(Tag.all) == 1)
    let pragmas = try await store.select(sql: "SELECT name FROM pragma_table_info('tag')", as: String.self)
    #expect(pragmas == ["name"])
    #expect(try await store.select(sql: "SELECT 1;; -- end", as: Int.self) == [1])
  }

  /// The tables that a statement changes: its own, those of delete rules, and those of triggers.
  @Test func changedTables() async throws {
    let backend = try SQLiteBackend.inMemory()
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let person = try await store.save(Person(name: "a"))
    try await store.save((0..<3).map { Account(name: "\($0)", owner: person, tags: [Tag(name: "t")]) })
    let session = try await backend.begin(.write)
    func change(_ sql: SQL) async throws -> SQLChange { try await session.execute(sql) }
    #expect(try await change("SELECT * FROM person") == SQLChange(count: 0, tables: []))
    #expect(try await change("UPDATE PERSON SET name = 'b'") == SQLChange(count: 1, tables: ["person"]))
    // The number of rows is not that of the statement before.
    #expect(try await change("SELECT 1") == SQLChange(count: 0, tables: []))
    #expect(try await change("CREATE TABLE log AS SELECT * FROM accounts") == SQLChange(count: 0, tables: nil))
    #expect(try await change("UPDATE person SET name = 'b' WHERE 0") == SQLChange(count: 0, tables: ["person"]))
    let trigger: SQL = """
      CREATE TRIGGER written AFTER INSERT ON tag BEGIN
        INSERT INTO log (id) VALUES (NEW.name); UPDATE entry SET note = 'x';
      END
      """
    #expect(try await change(trigger).tables == nil)
    let insertion = try await change("INSERT INTO tag VALUES ('a'), ('b') RETURNING name")
    #expect(insertion == SQLChange(count: 2, tables: ["tag", "log", "entry"]))
    let cascade = try await change("DELETE FROM person WHERE id = \(person.id)")
    #expect(cascade.count == 1)
    #expect(cascade.tables?.isSuperset(of: ["person", "accounts", "entry", "accounts_tags"]) == true, "\(cascade)")
    #expect(cascade.tables?.contains("settings") == false)
    await session.rollback()
  }

  /// Functions that return tables are queries, also when they are first used; tables of SQLite itself can be written to.
  @Test func ownTables() async throws {
    let store = try await Self.store()
    #expect(try await store.select(sql: "SELECT value FROM json_each(\("[1, 2]"))", as: Int.self) == [1, 2])
    #expect(try await store.execute("DELETE FROM sqlite_sequence") == 0)
    for sql in ["DELETE FROM sqlite_sequence RETURNING seq", "UPDATE sqlite_master SET sql = ''"] as [SQL] {
      #expect(try await Self.refusal(sql, store, isQuery: true) != nil)
    }
  }

  /// Virtual tables prepare statements of their own when a connection uses them for the first time.
  @Test(arguments: [
    ("fts5(name)", "INSERT INTO found (name) VALUES ('cash')", "SELECT count(*) FROM found WHERE found MATCH 'cash'"),
    (
      "rtree(id, low, high)", "INSERT INTO found VALUES (NULL, 2, 3)", "SELECT count(*) FROM found WHERE low > 1"
    ),
  ])
  func virtualTables(_ module: String, _ insertion: String, _ query: String) async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.execute("CREATE VIRTUAL TABLE found USING \(raw: module)")
    #expect(try await store.execute("\(raw: insertion)") == 1)
    for _ in 1...2 { #expect(try await store.select(sql: "\(raw: query)", as: Int.self) == [1]) }
    let plan = try await Store(try SQLiteBackend(path: folder.path())).explain("\(raw: query)")
    #expect(plan.steps.contains { $0.contains("VIRTUAL TABLE") }, "\(plan)")
    // By connections that haven't used it yet.
    for sql in ["\(raw: insertion)", "DELETE FROM found", "DROP TABLE found"] as [SQL] {
      let other = Store(try SQLiteBackend(path: folder.path()))
      #expect(try await Self.refusal("\(raw: sql.description)", other, isQuery: true) != nil)
    }
    let session = try await SQLiteBackend(path: folder.path()).begin(.write)
    #expect(try await session.execute("\(raw: insertion)") == SQLChange(count: 1, tables: ["found"]))
    await session.rollback()
  }

  /// What would hide the table of a model from all that use the connection after it.
  @Test(arguments: [
    ["CREATE TEMP TABLE Tag (name)"], ["CREATE TEMP VIEW tag AS SELECT 1"], ["CREATE TABLE temp.tag AS SELECT 1"],
    ["CREATE TEMP TABLE other (name)", "ALTER TABLE temp.other RENAME TO tag"],
  ])
  func hiddenTables(_ statements: [String]) async throws {
    let store = try await Self.store()
    for sql in statements.dropLast() { #expect(try await store.execute("\(raw: sql)") == 0) }
    let last = statements.last ?? ""
    #expect(try await Self.refusal("\(raw: last)", store) == "it hides the table of Tag: choose another name")
    try await store.save(Tag(name: "seen"))
    #expect(try await store.select(sql: "SELECT name FROM main.tag", as: String.self) == ["seen"])
  }

  /// Statements with a secret for `?`, whose messages would quote it, and what their errors contain instead.
  @Test(arguments: [
    ("SELECT count(*) FROM found WHERE found MATCH '\"' || ?", "unterminated string"),
    ("SELECT count(*) FROM found WHERE found MATCH ? || '^'", "fts5: syntax error"),
    ("SELECT count(*) FROM found WHERE found MATCH ? || ':x'", "no such column"),
    ("SELECT json_extract('{}', ?)", "JSON path"),
    ("SELECT json(?)", "malformed JSON"), ("SELECT json_extract(secret, '$.x') FROM all_scalars", "malformed JSON"),
    ("INSERT INTO own VALUES (?), (?)", "UNIQUE constraint failed: own.name"),
    ("INSERT INTO own VALUES (? || '!')", "CHECK constraint failed"),
    ("INSERT INTO own VALUES (?)", "a trigger refused a row"),
  ])
  func secretsAreLeftOut(_ text: String, _ reason: String) async throws {
    let store = Store(try SQLiteBackend.inMemory())
    try await store.prepare(EverythingSchema.self)
    var scalars = Scalars(words: [], home: Address(city: "c"))
    scalars.secret = "geheim"
    try await store.save(scalars)
    try await store.execute("CREATE VIRTUAL TABLE found USING fts5(name)")
    try await store.execute("CREATE TABLE own (name TEXT PRIMARY KEY CHECK (name NOT LIKE '%!'))")
    if reason.contains("trigger") {
      try await store.execute(
        """
        CREATE TRIGGER refused BEFORE INSERT ON own BEGIN
          UPDATE all_scalars SET flag = flag; SELECT RAISE(ABORT, 'geheim is taken');
        END
        """)
    }
    let parts = text.components(separatedBy: "?")
    let sql = parts.dropFirst().reduce("\(raw: parts[0])" as SQL) { "\($0)\("geheim")\(raw: $1)" }
    let error = try #require(await failure { () throws(StoreError) in try await store.execute(sql) })
    for shown in shownTexts(of: error) { #expect(!shown.contains("geheim"), "\(shown)") }
    #expect(error.description.contains(reason), "\(error)")
  }

  /// A statement that ends the transaction by itself.
  @Test func rollBackByConflict() async throws {
    let store = try await Self.store()
    try await store.save(Tag(name: "a"))
    await #expect(throws: StoreError.self) {
      try await store.transaction { store in
        try await store.save(Tag(name: "b"))
        _ = try? await store.execute("INSERT OR ROLLBACK INTO tag VALUES ('a')")
        try await store.save(Tag(name: "c"))
      }
    }
    #expect(try await store.fetch(Tag.all).map(\.name) == ["a"])
    // What a failed statement has written is rolled back even if SQLite would keep it.
    try await store.transaction { store in
      await #expect(throws: StoreError.duplicateKey(model: "Tag", constraint: "primaryKey", fields: ["name"])) {
        try await store.execute("INSERT OR FAIL INTO tag VALUES ('d'), ('a')")
      }
    }
    #expect(try await store.fetch(Tag.all).map(\.name) == ["a"])
  }

  @Test func readOnlyFiles() async throws {
    let folder = try Scratch()
    let path = folder.path("a.sqlite")
    try await Store(try SQLiteBackend(path: path)).prepare(HouseholdSchema.self)
    let store = Store(try SQLiteBackend(path: path, options: SQLiteOptions(isReadOnly: true)))
    #expect(try await store.select(sql: "SELECT count(*) FROM tag", as: Int.self) == [0])
    await #expect { try await store.execute("DELETE FROM tag") } throws: {
      if case StoreError.readOnly = $0 { true } else { false }
    }
  }

  @Test func plans() async throws {
    let store = try await Self.store()
    let plan = try await store.explain(Account.where { $0.name == "x" && $0.owner.name == "y" })
    #expect(plan.sql.contains("?1") && plan.sql.contains("?2"))
    #expect(plan.steps.contains { $0.hasPrefix("SEARCH t0 USING INDEX") || $0.hasPrefix("SCAN t0") }, "\(plan)")
    let nested = try await store.explain("SELECT * FROM tag WHERE name IN (SELECT name FROM person)")
    #expect(nested.steps.contains { $0.hasPrefix("  ") }, "\(nested)")
    await #expect(throws: StoreError.self) { _ = try await store.explain("COMMIT") }
  }
}
