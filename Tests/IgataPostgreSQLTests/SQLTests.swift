#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.isThere)) struct SQLTests {
  private static func refusal(_ sql: SQL, _ store: Store, isQuery: Bool = false) async throws -> String? {
    do {
      if isQuery { _ = try await store.select(sql: sql, as: Int.self) } else { try await store.execute(sql) }
      return nil
    } catch StoreError.unsupportedQuery(let expression, let reason) {
      #expect(expression == sql.description)
      return reason
    }
  }

  /// What PostgreSQL reads as a text, a comment, a placeholder or an operator.
  @Test func tokens() async throws {
    let (store, _) = try await TestServer.household()
    for placeholder in ["$1", "$2", "$99"] {
      let reason = try await Self.refusal("SELECT \(1) = 1, \(raw: placeholder)", store)
      #expect(reason?.contains("'\(placeholder)'") == true, "\(String(describing: reason))")
    }
    let inside: [SQL] = [
      "SELECT $$ \(1) $$", "SELECT $a$ $$ \(1) $b$ $a$", "SELECT E'\\' \(1) '", "SELECT /* /* */ \(1) */ 1",
      "SELECT a\(1)", "SELECT \(1)::text || $q$\(2)$q$",
    ]
    for sql in inside { #expect(try await Self.refusal(sql, store)?.contains("by itself") == true, "\(sql)") }
    let rows = try await store.select(
      sql: #"""
        SELECT '{"a": 1}'::jsonb ? \#("a"), '{"a": 1}'::jsonb ?| ARRAY[\#("b"), \#("a")], E'\' $1 ?' || $a$ $1 $$ $a$,
          '\' || \#("x"), (ARRAY[1, 2])[\#(2)] -- $7
        """#, as: (Bool, Bool, String, String, Int).self)
    #expect(rows.map { "\($0)" } == [#"(true, true, "\' $1 ? $1 $$ ", "\\x", 2)"#])
    // One text, with values of several types and with null.
    for _ in 0..<2 {
      #expect(try await store.select(sql: "SELECT concat(\(1), '')", as: String.self) == ["1"])
      #expect(try await store.select(sql: "SELECT concat(\("x"), '')", as: String.self) == ["x"])
      #expect(try await store.select(sql: "SELECT concat(\(Int?.none), '')", as: String.self) == [""])
    }
  }

  @Test(
    arguments: [
      ("SET search_path = pg_catalog", "SET LOCAL"), ("RESET ALL", "SET LOCAL"), ("DISCARD ALL", "SET LOCAL"),
      ("DEALLOCATE ALL", "SET LOCAL"), ("LISTEN x", "SET LOCAL"), ("COPY tag FROM STDIN", "COPY"),
      ("/* a /* b */ */ -- c\n PREPARE TRANSACTION 'x'", "SET LOCAL"), ("START TRANSACTION", "use 'transaction'"),
      ("ABORT", "use 'transaction'"), ("SELECT FROM no_such", "no_such"), ("SELEC 1", "syntax error"),
    ])
  func refused(_ text: String, _ reason: String) async throws {
    let (store, _) = try await TestServer.household()
    let sql: SQL = "\(raw: text)"
    #expect(try await Self.refusal(sql, store)?.contains(reason) == true)
    #expect(try await Self.refusal(sql, store, isQuery: true)?.contains(reason) == true)
    try await store.transaction { store in
      try await store.save(Tag(name: "x"))
      #expect(try await Self.refusal(sql, store)?.contains(reason) == true)
      #expect(try await Self.refusal(sql, store, isQuery: true)?.contains(reason) == true)
      try await store.execute("SET LOCAL work_mem = '1MB'")
      try await store.execute("SET CONSTRAINTS ALL DEFERRED")
    }
    #expect(try await store.count(Tag.all) == 1)
  }

  /// What would hide the table of a model from all that use the connection after it.
  @Test(arguments: [
    ["CREATE TEMP TABLE Tag (name text)"], ["CREATE TEMP VIEW tag AS SELECT 1"], ["SELECT 1 AS name INTO TEMP tag"],
    ["CREATE TEMP TABLE other (name text)", "ALTER TABLE other RENAME TO tag"],
    ["DO 'BEGIN CREATE TEMP SEQUENCE tag; END'"],
  ])
  func hiddenTables(_ statements: [String]) async throws {
    let (store, _) = try await TestServer.household(.patient(connectionCount: 1))
    for sql in statements.dropLast() { #expect(try await store.execute("\(raw: sql)") == 0) }
    let last = statements.last ?? ""
    #expect(try await Self.refusal("\(raw: last)", store) == "it hides the table of Tag: choose another name")
    try await store.save(Tag(name: "seen"))
    #expect(try await store.select(sql: "SELECT name FROM tag", as: String.self) == ["seen"])
  }

  /// A query can contain statements that write, and functions that do.
  @Test func queriesThatWrite() async throws {
    let (store, _) = try await TestServer.household()
    try await store.save(Tag(name: "x"))
    try await store.execute(
      "CREATE FUNCTION write() RETURNS bigint LANGUAGE sql AS 'INSERT INTO tag VALUES (''f''); SELECT 1::bigint'")
    let writes: [SQL] = [
      "WITH d AS (DELETE FROM tag RETURNING name) SELECT count(*) FROM d", "SELECT write()",
      "SELECT 1 FROM tag FOR UPDATE", "EXPLAIN ANALYZE DELETE FROM tag",
    ]
    for sql in writes {
      #expect(try await Self.refusal(sql, store, isQuery: true)?.contains("execute") == true, "\(sql)")
      try await store.transaction { store in
        #expect(try await Self.refusal(sql, store, isQuery: true)?.contains("execute") == true, "\(sql)")
        try await store.save(Tag(name: "x"))
      }
      #expect(try await store.fetch(Tag.all).map(\.name) == ["x"])
    }
    #expect(try await store.execute("SELECT write()") == 0)
    #expect(try await store.execute("WITH d AS (SELECT 1) DELETE FROM tag") == 2)
    try await store.transaction { store in
      try await store.execute("LOCK TABLE tag")
      #expect(try await store.select(sql: "SELECT count(*) FROM tag", as: Int.self) == [0])
    }
  }

  /// Types that only other tables have.
  @Test func otherTypes() async throws {
    let (store, _) = try await TestServer.household()
    let rows = try await store.select(
      sql: """
        SELECT 'a'::varchar(3), 'b'::char(2), 'c'::name, '{"d": 1}'::json, sum(n) FROM (VALUES (1::bigint)) v (n)
        """,
      as: (String, String, String, String, Decimal).self)
    #expect(rows.map { "\($0)" } == [#"("a", "b ", "c", "{\"d\": 1}", 1)"#])
    for sql in ["SELECT now()::date AS x", "SELECT sum(n) AS x FROM (VALUES (1::bigint)) v (n)"] as [SQL] {
      await #expect { _ = try await store.select(sql: sql, as: Int.self) } throws: { error in
        guard case StoreError.conversion(let error) = error else { return false }
        return error.path == ["x"] && error.found.contains("cast")
      }
    }
  }

  /// Other backends on the database are notified that any table may have changed.
  @Test(.timeLimit(.minutes(10))) func otherBackends() async throws {
    let (store, connection) = try await TestServer.household()
    let other = Store(try PostgreSQLBackend(connection, options: .patient()))
    try await other.prepare(HouseholdSchema.self)
    var tags = other.observe(Tag.all).makeAsyncIterator()
    #expect(try await tags.next() == [])
    try await store.execute("INSERT INTO tag VALUES ('x')")
    #expect(try await tags.next()?.map(\.name) == ["x"])
  }

  /// Deadlocks and serialization failures of SQL, which are repeated as often as the caller says.
  @Test(.timeLimit(.minutes(10)), arguments: [PostgreSQLOptions.Isolation.readCommitted, .repeatableRead], [1, 50])
  func conflicts(_ isolation: PostgreSQLOptions.Isolation, _ attempts: Int) async throws {
    let (store, _) = try await TestServer.household(.patient(isolation: isolation))
    let people = [Person(name: "0"), Person(name: "0")]
    try await store.insert(people)
    let meeting = Meeting()
    let tasks = [[0, 1], [1, 0]].map { order in
      Task { () -> StoreError? in
        await error {
          try await store.transaction(attempts: attempts) { store in
            for (step, index) in order.enumerated() {
              try await store.execute("UPDATE person SET name = name::int + \(1) WHERE id = \(people[index].id)")
              if step == 0 { try await meeting.wait() }
            }
          }
        }
      }
    }
    let errors = [await tasks[0].value, await tasks[1].value].compactMap(\.self)
    let names = try await store.fetch(Person.all).map(\.name)
    if attempts > 1 {
      #expect(errors == [])
      #expect(names == ["2", "2"])
    } else {
      #expect(errors.count == 1)
      if case .conflict? = errors.first {} else { Issue.record("\(errors)") }
      #expect(names == ["1", "1"])
    }
  }

  /// The plan is that for any values, and so shows none.
  @Test func plans() async throws {
    let (store, _) = try await TestServer.household()
    try await store.insert((0..<100).map { Tag(name: "\($0)") })
    let plan = try await store.explain(Tag.where { $0.name == "secret" })
    #expect(plan.sql.contains("$1"))
    #expect(plan.steps.contains { $0.contains("$1") } && !"\(plan)".contains("secret"), "\(plan)")
    let sql = try await store.explain("DELETE FROM tag WHERE name = \("secret")")
    #expect(sql.steps.contains { $0.contains("$1") } && !"\(sql)".contains("secret"), "\(sql)")
    #expect(try await store.count(Tag.all) == 100)
    let kept: SQL = "SELECT count(*) FROM pg_prepared_statements WHERE statement ILIKE 'PREPARE%'"
    #expect(try await store.select(sql: kept, as: Int.self) == [0])
    await #expect(throws: StoreError.self) { _ = try await store.explain("COMMIT") }
  }
}

#endif
