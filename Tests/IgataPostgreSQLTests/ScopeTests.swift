#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Synchronization
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Two tenants in one table, whose rows the database itself keeps apart by a policy.
@Suite(.enabled(if: TestServer.isThere)) struct ScopeTests {
  /// A database in which a role sees the tags of the tenant `app.tenant` alone: those that begin with its name.
  private struct Tenants {
    let backend: PostgreSQLBackend
    let connection: String
    let role: String

    var all: Store { Store(backend) }

    func store(_ tenant: String, observing observer: StoreObserver? = nil) throws -> Store {
      try Store(backend, observing: observer).scoped(to: SessionScope(settings: ["app.tenant": tenant, "role": role]))
    }
  }

  private func tenants(
    connectionCount: Int = 2, _ isolation: PostgreSQLOptions.Isolation = .oneWriter, _ rows: Int = 100
  ) async throws -> Tenants {
    let connection = try await TestServer.space()
    let role = "r" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    let options = PostgreSQLOptions.patient(connectionCount: connectionCount, isolation: isolation)
    let backend = try PostgreSQLBackend(connection, options: options)
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<rows).flatMap { [Tag(name: "a:\($0)"), Tag(name: "b:\($0)")] })
    try await TestServer.run(
      """
      CREATE ROLE \(role);
      DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO \(role)', current_schema()); END $$;
      GRANT SELECT, INSERT, UPDATE, DELETE ON tag TO \(role);
      ALTER TABLE tag ENABLE ROW LEVEL SECURITY; ALTER TABLE tag FORCE ROW LEVEL SECURITY;
      CREATE POLICY own ON tag USING (starts_with(name, current_setting('app.tenant') || ':'));
      """, on: connection)
    return Tenants(backend: backend, connection: connection, role: role)
  }

  private func end(_ tenants: Tenants) async throws {
    try await tenants.all.close()
    try await TestServer.run("DROP OWNED BY \(tenants.role); DROP ROLE \(tenants.role)", on: tenants.connection)
  }

  /// 64 tasks over two connections, in all ways of reading and writing.
  @Test(.timeLimit(.minutes(10))) func twoTenants() async throws {
    let tenants = try await tenants()
    let stores = ["a": try tenants.store("a"), "b": try tenants.store("b")]
    try await withThrowingDiscardingTaskGroup { group in
      for task in 0..<64 {
        let (own, other) = task.isMultiple(of: 2) ? ("a", "b") : ("b", "a")
        let store = try #require(stores[own])
        group.addTask { () async throws in
          for step in 0..<10 {
            #expect(try await store.find(Tag.self, id: "\(own):\(task + step)")?.name == "\(own):\(task + step)")
            #expect(try await store.find(Tag.self, id: "\(other):\(task + step)") == nil)
            let found = try await store.fetch(Tag.where { $0.name.contains(":\(step)") })
            #expect(!found.isEmpty && found.allSatisfy { $0.name.hasPrefix("\(own):") })
            try await store.save(Tag(name: "\(own):new \(task) \(step)"))
            await #expect(throws: StoreError.self) { try await store.save(Tag(name: "\(other):new \(task) \(step)")) }
            #expect(try await store.delete(Tag.where { $0.name == "\(other):\(step)" }) == 0)
          }
          var count = 0
          for try await tag in store.stream(Tag.all) {
            #expect(tag.name.hasPrefix("\(own):"))
            count += 1
          }
          #expect(count >= 110)
          try await store.transaction { (store) async throws in
            #expect(try await store.count(Tag.where { $0.name.contains("\(other):") }) == 0)
            #expect(try await store.execute("UPDATE tag SET name = name WHERE name LIKE \(other + "%")") == 0)
          }
        }
      }
    }
    let written = try await TestServer.run(
      "SELECT left(name, 2), count(*) FROM tag GROUP BY 1 ORDER BY 1", on: tenants.connection)
    #expect(written == [["a:", "420"], ["b:", "420"]])
    try await end(tenants)
  }

  /// Lookups that wait for a connection are sent together with those of their own scope.
  @Test(.timeLimit(.minutes(10))) func findsTravelTogether() async throws {
    let tenants = try await tenants(connectionCount: 1)
    let (first, second) = (try tenants.store("a"), try tenants.store("b"))
    let holder = try await tenants.backend.begin(.read)
    let names = (0..<20).flatMap { ["a:\($0)", "b:\($0)"] }
    let finds = [first, second, tenants.all].map { store in
      names.map { name in Task { try await store.find(Tag.self, id: name)?.name } }
    }
    while tenants.backend.pool.waitingCount < 3 { try await Task.sleep(for: .milliseconds(1)) }
    let before = tenants.backend.statistics.statements
    await holder.rollback()
    var found: [[String?]] = []
    for tasks in finds {
      var names: [String?] = []
      for task in tasks { names.append(try await task.value) }
      found.append(names)
    }
    #expect(found[0] == names.map { $0.hasPrefix("a:") ? $0 : nil })
    #expect(found[1] == names.map { $0.hasPrefix("b:") ? $0 : nil })
    #expect(found[2] == names)
    #expect(tenants.backend.pool.waitingCount == 0)
    // Each scope's batches begin and end a transaction, those of no scope none.
    #expect(tenants.backend.statistics.statements.transaction.statements - before.transaction.statements >= 4)
    #expect(tenants.backend.statistics.statements.transaction.statements - before.transaction.statements < 40)
    try await end(tenants)
  }

  /// The server copies no rows into a table with policies, however many there are.
  @Test(.timeLimit(.minutes(10)), arguments: [10, 100, 600]) func manyRows(_ count: Int) async throws {
    let tenants = try await tenants()
    let store = try tenants.store("a")
    try await store.insert((0..<count).map { Tag(name: "a:inserted \($0)") })
    try await store.save((0..<count).map { Tag(name: "a:saved \($0)") })
    let refusal = StoreError.checkFailed(model: "Tag", field: "", rule: "a row-level security policy")
    await #expect(throws: refusal) { try await store.insert((0..<count).map { Tag(name: "b:other \($0)") }) }
    await #expect(throws: refusal) { try await store.save((0..<count).map { Tag(name: "b:other \($0)") }) }
    #expect(try await store.count(Tag.all) == 100 + 2 * count)
    #expect(try await tenants.all.count(Tag.all) == 200 + 2 * count)
    try await end(tenants)
  }

  /// A commit that isn't executed leaves nothing on the connection.
  @Test(.timeLimit(.minutes(10))) func refusedCommits() async throws {
    let server = try await OwnServer()
    let store = Store(
      try PostgreSQLBackend(server.connection, options: .patient(connectionCount: 1, isolation: .readCommitted)))
    try await store.prepare(HouseholdSchema.self)
    try await TestServer.run(
      """
      REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC; CREATE ROLE web;
      GRANT SELECT, INSERT, UPDATE ON tag TO web
      """, on: server.connection)
    let scoped = try store.scoped(to: SessionScope(settings: ["role": "web", "app.tenant": "a"]))
    await #expect(throws: StoreError.self) { try await scoped.save(Tag(name: "x")) }
    #expect(try await store.find(Tag.self, id: "x") == nil)
    let left: SQL = "SELECT coalesce(current_setting('app.tenant', true), '')"
    #expect(try await store.select(sql: left, as: String.self) == [""])
    try await store.save(Tag(name: "y"))
    try await store.close()
    try await server.remove()
  }

  /// A scope can have a schema of its own, whose commits by others are observed as well.
  @Test(.timeLimit(.minutes(10))) func otherSchemas() async throws {
    let (_, space) = try await TestServer.household()
    let scope = SessionScope(
      settings: ["search_path": try await TestServer.run("SELECT current_schema()", on: space)[0][0]])
    let connection = TestServer.connection ?? ""
    let first = try Store(try PostgreSQLBackend(connection, options: .patient())).scoped(to: scope)
    let second = try Store(try PostgreSQLBackend(connection, options: .patient())).scoped(to: scope)
    var rows = first.observe(Tag.all).makeAsyncIterator()
    #expect(try await rows.next() == [])
    try await second.save(Tag(name: "other"))
    #expect(try await rows.next()?.map(\.name) == ["other"])
    try await first.close()
    try await second.close()
  }

  /// A setting ends with its transaction, also after one that failed.
  @Test(.timeLimit(.minutes(10))) func nothingStays() async throws {
    // Reads use the connection that has written.
    let tenants = try await tenants(connectionCount: 1, .readCommitted)
    let store = try tenants.store("a")
    func left() async throws -> [String] {
      try await tenants.all.select(
        sql: "SELECT coalesce(current_setting('app.tenant', true), '') || (current_user = \(tenants.role))::text",
        as: String.self)
    }
    _ = try await store.find(Tag.self, id: "a:1")
    #expect(try await left() == ["false"])
    _ = try await store.fetch(Tag.all)
    await #expect(throws: StoreError.self) { try await store.insert([Tag(name: "a:1"), Tag(name: "a:1")]) }
    #expect(try await left() == ["false"])
    await #expect(throws: CancellationError.self) {
      try await store.transaction { store in
        try await store.save(Tag(name: "a:x"))
        throw CancellationError()
      }
    }
    #expect(try await left() == ["false"])
    try await store.save(Tag(name: "a:committed"))
    #expect(try await left() == ["false"])
    // A scope in a scope.
    let nested = try store.scoped(to: SessionScope(settings: ["app.tenant": "b"]))
    #expect(try await nested.count(Tag.all) == 100)
    #expect(try await nested.find(Tag.self, id: "a:1") == nil)
    let spelledOtherwise = try store.scoped(to: SessionScope(settings: ["APP.Tenant": "b"]))
    #expect(try await spelledOtherwise.count(Tag.all) == 100)
    #expect(try await spelledOtherwise.find(Tag.self, id: "a:1") == nil)
    // Another user of the session would reset the role.
    let user = try await TestServer.run("SELECT current_user", on: tenants.connection)[0][0]
    let both = try store.scoped(to: SessionScope(settings: ["session_authorization": user]))
    #expect(try await both.select(sql: "SELECT current_user::text", as: String.self) == [tenants.role])
    // Without settings, everything is as without a scope.
    #expect(try await tenants.all.scoped(to: SessionScope(settings: [:])).find(Tag.self, id: "a:1") != nil)
    try await end(tenants)
  }

  /// Observers of a scope are told that others have written, and not what.
  @Test(.timeLimit(.minutes(10))) func observations() async throws {
    let tenants = try await tenants(connectionCount: 2, .oneWriter, 3)
    let (first, second) = (try tenants.store("a"), try tenants.store("b"))
    var rows = first.observe(Tag.all.order { $0.name.ascending }).makeAsyncIterator()
    var own = first.changes(of: Tag.self).makeAsyncIterator()
    var equal = try tenants.store("a").changes(of: Tag.self).makeAsyncIterator()
    var all = tenants.all.changes(of: Tag.self).makeAsyncIterator()
    #expect(try await rows.next()?.map(\.name) == ["a:0", "a:1", "a:2"])
    let (secret, news) = (Tag(name: "b:secret"), Tag(name: "a:news"))
    try await second.save(secret)
    try await first.save(news)
    #expect(try await rows.next()?.map(\.name) == ["a:0", "a:1", "a:2", "a:news"])
    #expect(await own.next() == .unknown(.otherScope))
    #expect(await own.next() == .committed([.inserted(news)]))
    #expect(await equal.next() == .unknown(.otherScope))
    #expect(await equal.next() == .committed([.inserted(news)]))
    #expect(await all.next() == .committed([.inserted(secret)]))
    #expect(await all.next() == .committed([.inserted(news)]))
    try await end(tenants)
  }

  /// The settings are sent with the first statement, without their values in any event.
  @Test(.timeLimit(.minutes(10))) func events() async throws {
    let tenants = try await tenants(connectionCount: 1)
    let events = Mutex<[StoreEvent]>([])
    let store = try tenants.store("a", observing: StoreObserver { event in events.withLock { $0.append(event) } })
    _ = try await store.fetch(Tag.where { $0.name == "a:1" })
    let heard = events.withLock { $0 }
    #expect(heard.map(\.kind) == [.begin, .begin, .read, .rollback])
    #expect(heard[1].statement == "SELECT set_config($1, $2, true), set_config($3, $4, true)")
    #expect(!heard.contains { "\($0)".contains(tenants.role) || "\($0.attributes)".contains(tenants.role) })
    try await end(tenants)
  }

  @Test(.timeLimit(.minutes(10))) func refusals() async throws {
    let tenants = try await tenants(connectionCount: 1)
    func error(_ settings: [String: String], _ body: (Store) async throws -> Void) async -> String {
      do {
        try await body(try tenants.all.scoped(to: SessionScope(settings: settings)))
        return "-"
      } catch {
        return "\(error)"
      }
    }
    let find: (Store) async throws -> Void = { _ = try await $0.find(Tag.self, id: "a:1") }
    let save: (Store) async throws -> Void = { try await $0.save(Tag(name: "a:1")) }
    for body in [find, save] {
      #expect(
        await error(["tenant": "secret"], body).hasSuffix(
          "the server refused a setting of SessionScope(tenant): unrecognized configuration parameter \"tenant\"; one "
            + "of your own has a dot in its name"))
      #expect(
        await error(["role": "secret"], body).hasSuffix(
          "the server refused a setting of SessionScope(role): invalid argument (22023); the server's log has the "
            + "message, which may quote values"))
    }
    let select: (Store) async throws -> Void = { _ = try await $0.select(sql: "SELECT 1", as: Int.self) }
    for body in [find, save, select] {
      let spaces = await error(["temp_tablespaces": "sekret"], body)
      #expect(spaces.contains("refused a setting of SessionScope(temp_tablespaces)") && !spaces.contains("sekret"))
    }
    let cast = await error(["app.tenant": "sekret"]) { store in
      try await store.execute("UPDATE tag SET name = name WHERE current_setting('app.tenant')::regclass::oid > 0")
    }
    #expect(cast != "-" && !cast.contains("sekret"), "\(cast)")
    #expect(await error(["app.tenant": "a\0b"], find).contains("invalid bytes for the encoding"))
    #expect(await error(["app.tenant": "a"]) { try await $0.prepare(HouseholdSchema.self) }.contains("scoped store"))
    #expect(await error(["app.tenant": "a"]) { try await $0.executeAlone("VACUUM tag") }.contains("scoped store"))
    #expect(
      await error([:]) { store in
        try await store.transaction { _ = try $0.scoped(to: SessionScope(settings: [:])) }
      }.contains("in a transaction"))
    // A refused setting leaves the connection usable.
    #expect(try await tenants.all.find(Tag.self, id: "a:1") != nil)
    try await end(tenants)
  }
}
#endif
