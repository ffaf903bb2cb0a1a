#if PostgreSQL
import Foundation
import GeneratedModels
import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import ObservedWork
import TestSupport
import Testing

/// Statements that run outside of a transaction.
@Suite(.enabled(if: TestServer.isThere)) struct ExecuteAloneTests {
  private static func names(_ store: Store) async throws -> [String] {
    try await store.select(
      sql: "SELECT indexname::text FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'own%'",
      as: String.self)
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

  /// In a database of its own, as such statements wait for all transactions of theirs.
  @Test(.timeLimit(.minutes(10))) func concurrently() async throws {
    let name = "a" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    try await TestServer.run("CREATE DATABASE \(name) TEMPLATE template0")
    let store = Store(
      try PostgreSQLBackend(TestServer.connection(to: name), options: .patient(connectionCount: 1)))
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<100).map { Tag(name: "tag \($0)") })
    #expect(try await store.executeAlone("CREATE INDEX CONCURRENTLY own ON \(Entry.self) (note)") == 0)
    #expect(try await Self.names(store) == ["own"])
    for sql in ["REINDEX INDEX CONCURRENTLY own", "REINDEX TABLE CONCURRENTLY tag", "VACUUM (ANALYZE) tag"] as [SQL] {
      try await store.executeAlone(sql)
    }
    try await store.executeAlone("DROP INDEX CONCURRENTLY own")
    #expect(try await Self.names(store).isEmpty)
    #expect(try await store.executeAlone("UPDATE tag SET name = \("x") WHERE name = \("tag 7")") == 1)
    let error = await #expect(throws: StoreError.self) { try await store.execute("VACUUM tag") }
    #expect(error.map { "\($0)" }?.contains("cannot run inside a transaction block") == true)
    try await TestServer.run("DROP DATABASE \(name) WITH (FORCE)")
  }

  /// A procedure that commits is not rolled back, whatever happens after that.
  @Test(.timeLimit(.minutes(10))) func proceduresThatCommit() async throws {
    let (store, _) = try await TestServer.household()
    try await store.execute(
      """
      CREATE PROCEDURE fill() LANGUAGE plpgsql AS
      'BEGIN INSERT INTO tag VALUES (''kept''); COMMIT; INSERT INTO tag VALUES (''kept''); END'
      """)
    var changes = store.changes(of: Tag.self).makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { try await store.executeAlone("CALL fill()") }
    guard case .duplicateKey? = error else { throw error ?? .cancelled }
    try await store.save(Tag(name: "later"))
    #expect(await changes.next() == .unknown(.executedSQL))
    #expect(try await store.fetch(Tag.all).map(\.name).sorted() == ["kept", "later"])
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("BEGIN", "use 'transaction'"), ("COMMIT PREPARED 'x'", "use 'transaction'"), ("SAVEPOINT a", "use 'transaction'"),
      ("SET LOCAL work_mem = '1MB'", "the connection"), ("SET CONSTRAINTS ALL DEFERRED", "the connection"),
      ("SET search_path = x", "the connection"), ("LISTEN x", "the connection"), ("COPY tag FROM STDIN", "COPY"),
      ("CREATE TEMP TABLE tag (name text)", "hides the table"), ("VACUU", "syntax error"),
      ("VACUUM tag; VACUUM tag", "several statements"), ("VACUUM no_such", "no_such"),
    ])
  func refused(_ text: String, _ reason: String) async throws {
    let (store, _) = try await TestServer.household(.patient(connectionCount: 1))
    try await store.save(Tag(name: "a"))
    #expect(try await Self.refusal("\(raw: text)", store)?.contains(reason) == true)
    try await store.save(Tag(name: "b"))
    #expect(try await store.fetch(Tag.all).map(\.name) == ["a", "b"])
  }

  /// Nothing that a statement changes of its connection is seen by others.
  @Test(.timeLimit(.minutes(10))) func connectionOfItsOwn() async throws {
    let (store, _) = try await TestServer.household(.patient(connectionCount: 1))
    try await store.executeAlone("SELECT set_config('search_path', 'pg_catalog', false)")
    try await store.executeAlone("CREATE TEMP TABLE other (name text)")
    try await store.save(Tag(name: "a"))
    #expect(try await store.count(Tag.all) == 1)
    #expect(try await store.select(sql: "SELECT to_regclass('other') IS NULL", as: Bool.self) == [true])
    try await store.transaction { inner in
      let error = await #expect(throws: StoreError.self) { try await inner.executeAlone("VACUUM tag") }
      guard case .misuse? = error else { throw error ?? .cancelled }
    }
  }

  /// An observer in another process hears of it as well.
  @Test(.timeLimit(.minutes(10))) func observersElsewhere() async throws {
    let (store, connection) = try await TestServer.household()
    let other = Store(try PostgreSQLBackend(connection, options: .patient()))
    try await other.prepare(HouseholdSchema.self)
    var names = other.observe(Tag.all).makeAsyncIterator()
    #expect(try await names.next()?.count == 0)
    try await store.executeAlone("INSERT INTO tag VALUES (\("a"))")
    #expect(try await names.next()?.map(\.name) == ["a"])
    // Also of what was committed before a failure.
    try await TestServer.run(
      """
      CREATE PROCEDURE fill() LANGUAGE plpgsql AS
      'BEGIN INSERT INTO tag VALUES (''b''); COMMIT; INSERT INTO tag VALUES (''b''); END'
      """, on: connection)
    await #expect(throws: StoreError.self) { try await store.executeAlone("CALL fill()") }
    #expect(try await names.next()?.map(\.name).sorted() == ["a", "b"])
  }

  @Test(.timeLimit(.minutes(10))) func events() async throws {
    let (_, connection) = try await TestServer.household()
    let log = EventLog()
    let store = Store(try PostgreSQLBackend(connection, options: .patient()), observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    log.removeAll()
    try await store.executeAlone("VACUUM tag")
    let events = log.all
    #expect(events.first?.statement == "VACUUM tag" && events.first?.kind == .sql)
    #expect(!events.contains { [.begin, .rollback].contains($0.kind) }, "\(events)")
  }
}
#endif
