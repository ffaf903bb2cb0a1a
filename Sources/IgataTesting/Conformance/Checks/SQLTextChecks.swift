internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  /// What looks like SQL and isn't, and SQL that isn't run.
  static let sqlTexts: [Check] = [
    Check("nothing that is interpolated becomes SQL") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let texts = [
        "'; DROP TABLE person; --", "' OR '1' = '1", "\\' OR 1 = 1 --", "?", "?1", "$1", ":name", "/* */", "--", "\"",
        "`", "]", "$$", "%", "NULL", "\u{FEFF}COMMIT",
      ]
      for text in texts {
        try await store.save(Label(name: "x"))
        try await store.execute("UPDATE \(Label.self) SET name = \(text), color = 'a?$1' WHERE name = 'x'")
        let found = try await store.select(
          sql: "SELECT name, color FROM \(Label.self) WHERE name = \(text) AND '?' <> '''$2' -- ?9 $9 \n",
          as: (String, String).self)
        bench.expect(found.map(\.0), [text], "a text")
        bench.expect(found.map(\.1), ["a?$1"], "a literal that looks like a placeholder")
        bench.expect(try await store.execute("DELETE FROM \(Label.self) WHERE name = \(text)"), 1, "a deletion")
        let alias = try await store.select(
          sql: "SELECT t.\(identifier: text) FROM (SELECT 1 AS \(identifier: text)) t", as: Int.self)
        bench.expect(alias, [1], "the name \(text)")
      }
      let literal: SQL = "SELECT \("it's; DROP TABLE person") || '!'"
      bench.expect(try await store.select(sql: literal, as: String.self), ["it's; DROP TABLE person!"], "a literal")
      bench.expect(literal.description, "SELECT ? || '!'", "the description")
      let ids = try await store.save((0..<3).map { Person(name: "p\($0)") }).map(\.id)
      func count(_ condition: SQL) async throws -> [Int] {
        try await store.select(sql: "SELECT count(*) FROM \(Person.self) WHERE \(condition)", as: Int.self)
      }
      bench.expect(try await count("id IN \(values: ids.prefix(2)) AND name <> \("p0")"), [1], "several values")
      bench.expect(try await count("id IN \(values: ids.prefix(0))"), [0], "no values")
      bench.expect(try await count("id NOT IN \(values: ids.prefix(0))"), [3], "not of no values")
      bench.expect(try await count("email IS \(String?.none)"), [3], "null")
    },
    Check("what is interpolated into a literal or a name is refused") { bench in
      guard try await bench.runsSQL() else { return }
      let value = "x' OR '1' = '1"
      let alone = "by itself"
      func expect(_ what: String, _ sql: SQL, saying part: String) async {
        await bench.expectRefusal("\(what), in a query", saying: part) {
          _ = try await $0.select(sql: sql, as: Int.self)
        }
        await bench.expectRefusal("\(what), executed", saying: part) { try await $0.execute(sql) }
      }
      await expect("a value in a literal", "SELECT 1 WHERE '%\(value)%' = ''", saying: alone)
      await expect("a name in a literal", "SELECT 1 WHERE '\(identifier: value)' = ''", saying: alone)
      await expect("a null in a literal", "SELECT 1 WHERE '\(Int?.none)' = ''", saying: alone)
      await expect("a value in a quoted name", "SELECT 1 AS \"\(value)\"", saying: alone)
      await expect("a name in quotes", "SELECT 1 AS \"\(identifier: "a")\"", saying: alone)
      await expect("a name at a quoted name", "SELECT 1 AS \(identifier: "a")\"b\"", saying: alone)
      await expect("a value in a comment", "SELECT 1 /* \(value) */", saying: alone)
      await expect("a value at a digit", "SELECT \(1)0", saying: alone)
      await expect("a null in a word", "SELECT a\(Int?.none)", saying: alone)
      await expect("NUL in a name", "SELECT 1 AS \(identifier: "a\0b")", saying: "NUL")
      await expect("NUL in the text", "SELECT 1\0; DROP TABLE person", saying: "NUL")
      await expect("nothing", " -- nothing", saying: "no statement")
      await expect("several statements", "SELECT 1; DELETE FROM \(Person.self)", saying: "several statements")
      await bench.expect(.unstorable(model: "", field: "", reason: "NaN"), "NaN") {
        try await bench.store.execute("SELECT \(Double.nan)")
      }
      bench.expect(try await bench.store.select(sql: "SELECT 1; -- end", as: Int.self), [1], "a semicolon at the end")
    },
    Check("a statement that would end the transaction is refused, and so is a query that writes") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let person = try await store.save(Person(name: "a"))
      for text in ["BEGIN", "commit", "/* x */ ROLLBACK", "SAVEPOINT a", "RELEASE a", "END", "ROLLBACK TO igata"] {
        await bench.expectRefusal(text, saying: "use 'transaction'") { try await $0.execute("\(raw: text)") }
        await bench.expectRefusal(text, saying: "use 'transaction'") {
          _ = try await $0.select(sql: "\(raw: text)", as: Int.self)
        }
      }
      let writes: [SQL] = [
        "DELETE FROM \(Person.self)", "DELETE FROM \(Person.self) RETURNING id",
        "INSERT INTO \(Person.self) (id, name) VALUES (\(UUID()), 'b') RETURNING id", "CREATE TABLE other (id integer)",
      ]
      for sql in writes {
        await bench.expectRefusal("\(sql) as a query", saying: "execute") {
          _ = try await $0.select(sql: sql, as: UUID.self)
        }
        try await store.transaction { store in
          try await store.execute("UPDATE \(Person.self) SET name = name || 'x'")
          await bench.expect("\(sql) as a query in a transaction", "unsupportedQuery") {
            _ = try await store.select(sql: sql, as: UUID.self)
          } isRight: {
            if case .unsupportedQuery = $0 { true } else { false }
          }
          try await store.execute("UPDATE \(Person.self) SET name = name || 'y'")
        }
      }
      let names = try await store.select(sql: "SELECT name FROM \(Person.self)", as: String.self)
      bench.expect(names, ["a" + String(repeating: "xy", count: writes.count)], "what was written")
      bench.expect(try await store.execute("\(writes[2])"), 1, "a statement that returns rows")
      bench.expect(try await store.execute("DELETE FROM \(Person.self) WHERE id <> \(person.id)"), 1, "a deletion")
    },
    Check("observers are notified of SQL") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let person = try await store.save(Person(name: "a"))
      try await store.save(Account(name: "x", owner: person, labels: [Label(name: "l")]))
      var people = store.observe(Person.all).makeAsyncIterator()
      var accounts = store.observe(Account.all).makeAsyncIterator()
      var names = store.observe { store in
        try await store.select(sql: "SELECT name FROM \(Person.self) ORDER BY name", as: String.self)
      }.makeAsyncIterator()
      bench.expect(try await people.next()?.map(\.name), ["a"], "now")
      bench.expect(try await names.next(), ["a"], "what SQL reads, now")
      bench.expect(try await accounts.next()?.map(\.owner.name), ["a"], "a relation, now")
      var changes = store.changes(of: Account.self).makeAsyncIterator()
      try? await store.transaction { store in
        try await store.execute("UPDATE \(Person.self) SET name = 'undone'")
        throw Undone()
      }
      try await store.execute("UPDATE \(Person.self) SET name = 'b'")
      bench.expect(try await people.next()?.map(\.name), ["b"], "after SQL")
      bench.expect(try await names.next(), ["b"], "what SQL reads, after SQL")
      bench.expect(try await accounts.next()?.map(\.owner.name), ["b"], "a relation, after SQL")
      try await store.save(Person(name: "c"))
      bench.expect(try await names.next(), ["b", "c"], "what SQL reads, after a save")
      // Backends that don't know the tables have reported the changes of people, too.
      try await store.execute("DELETE FROM \(Person.self) WHERE name = 'b'")
      bench.expect(try await accounts.next()?.count, 0, "after a cascade")
      bench.expect(await changes.next(), .unknown(.executedSQL), "a change of unknown rows")
    },
    Check("a plan has the SQL that is sent, and no values") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let secret = "hunter2"
      let plans = [
        try await store.explain(Person.where { $0.name == secret && $0.email.isIn([secret]) }.limit(3)),
        try await store.explain(Account.where { $0.owner.name == secret }.grouped { $0.owner.name }) {
          ($0.count, $0.sum { $0.balance })
        },
        try await store.explain(
          "UPDATE \(Person.self) SET name = \(secret) WHERE id = \(UUID()) AND email = \(secret)"),
      ]
      for plan in plans {
        bench.expect(!plan.steps.isEmpty, "a plan of \(plan.sql)")
        bench.expect(!"\(plan)".contains(secret), "no values in \(plan)")
        bench.expect(plan.sql.contains("person"), "the table in \(plan.sql)")
        bench.expect(plan.steps.contains { $0.lowercased().contains("person") || $0.contains("t0") }, "\(plan)")
      }
      try await store.transaction { store in
        _ = try await store.explain(Person.all)
        await bench.expectRefusal("a plan of nothing that exists") { _ in
          _ = try await store.explain("SELECT no_such FROM \(Person.self)")
        }
        bench.expect(try await store.count(Person.all), 0, "the transaction after plans")
      }
    },
    Check("the plans of a fetch are those of all statements that it sends, in order") { bench in
      guard try await bench.runsSQL() else { return }
      // More keys than a statement lists one by one, whichever account of an owner comes first.
      for number in 0..<12 {
        let owner = Person(name: "o\(number)")
        let accounts = ["p", "a"].map { name in
          Account(
            name: "\(name)\(number)", owner: owner, preferences: Preferences(theme: "\(name)\(number)"),
            labels: [Label(name: "\(name)\(number)")])
        }
        var child = accounts[1]
        child.parent = accounts[0]
        try await bench.store.save(child)
      }
      let query = Account.where { $0.name != "x" }.including { $0.parent.owner }
      try await bench.expectPlans("relations and lists", of: { try await $0.explain(query) }) {
        _ = try await $0.fetch(query)
      }
      try await bench.expectPlans("all rows", of: { try await $0.explain(Account.all) }) {
        _ = try await $0.fetch(Account.all)
      }
      try await bench.expectPlans(
        "a to-many relation",
        of: { try await $0.explain(Person.where { $0.name != "x" }, with: { $0.accounts.limit(1) }) }
      ) { _ = try await $0.fetch(Person.where { $0.name != "x" }, with: { $0.accounts.limit(1) }) }
      try await bench.expectPlans(
        "several, and one of theirs",
        of: { try await $0.explain(Account.all, with: { ($0.children.with { $0.labels }, $0.labels.offset(1)) }) }
      ) { _ = try await $0.fetch(Account.all, with: { ($0.children.with { $0.labels }, $0.labels.offset(1)) }) }
      let plan = try await bench.store.explain(Label.all)
      bench.expect(plan.related, [], "a model without relations")
    },
  ]

  private struct Undone: Error {}
}

extension Bench {
  /// Reports a failure if the plans aren't those of the statements that `fetch` sends.
  fileprivate func expectPlans(
    _ what: String, of explain: (Store) async throws -> QueryPlan, _ fetch: (Store) async throws -> Void
  ) async throws {
    let spy = SpyBackend(store.backend)
    try await fetch(Store(spy))
    let session = try await store.backend.begin(.read)
    var sent: [String] = []
    for query in spy.calls(.read).compactMap(\.query) { sent.append(try await session.explain(.rows(query)).sql) }
    await session.rollback()
    let plan = try await explain(store)
    expect([plan.sql] + plan.related.map(\.sql), sent, what)
    expect(!([plan] + plan.related).contains(where: \.steps.isEmpty), "the steps of \(what)")
    expect(plan.related.count > 1, "several statements for \(what)")
    expect(plan.related.allSatisfy { "\(plan)".contains($0.sql) }, "the description of \(what)")
  }
}
