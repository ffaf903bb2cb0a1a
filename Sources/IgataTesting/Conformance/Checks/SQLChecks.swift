internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Bench {
  /// Whether the backend runs SQL. If it doesn't, it must say so.
  func runsSQL() async throws -> Bool {
    do {
      return try await store.execute("SELECT 1") == 0
    } catch StoreError.unsupportedQuery(let expression, let reason) {
      expect(expression, "SELECT 1", "the refused SQL")
      expect(!reason.isEmpty, "a reason for the refusal of SQL")
      return false
    }
  }

  /// Reports a failure if SQL isn't refused.
  func expectRefusal(_ what: String, saying part: String = "", _ body: (Store) async throws -> Void) async {
    await expect(what, "unsupportedQuery with '\(part)'") {
      try await body(store)
    } isRight: { error in
      if case .unsupportedQuery(_, let reason) = error { part.isEmpty || reason.contains(part) } else { false }
    }
  }
}

extension Check {
  private struct Undone: Error {}

  static let sql: [Check] = [
    Check("SQL binds values of every type, and reads them") { bench in
      guard try await bench.runsSQL() else { return }
      _ = try await bench.makeRows()
      let store = bench.store
      let models = try await store.fetch(Specimen.all)
      let copy = Specimen()
      try await store.save(copy)
      func expect<Value: Storable & Equatable>(
        _ column: String, _ type: Value.Type, _ value: (Specimen) -> Value
      ) async throws {
        let name = Specimen.table.columns.first { $0.path == [column] }?.name ?? column
        let found = try await store.select(
          sql: "SELECT \(identifier: name) FROM \(Specimen.self) WHERE id <> \(copy.id) ORDER BY id", as: type)
        bench.expect(found, models.map(value), "\(column) (seed \(bench.seed))")
        for model in models.prefix(20) {
          let count = try await store.execute(
            "UPDATE \(Specimen.self) SET \(identifier: name) = \(value(model)) WHERE id = \(copy.id)")
          bench.expect(count, 1, "a changed row")
          let stored = try await store.find(Specimen.self, id: copy.id)
          bench.expect(stored.map(value), value(model), "\(column), bound (seed \(bench.seed))")
        }
      }
      try await expect("flag", Bool.self) { $0.flag }
      try await expect("small", Int16.self) { $0.small }
      try await expect("medium", Int32.self) { $0.medium }
      try await expect("large", Int64.self) { $0.large }
      try await expect("plain", Int.self) { $0.plain }
      try await expect("single", Float.self) { $0.single }
      try await expect("double", Double.self) { $0.double }
      try await expect("exact", Decimal.self) { $0.exact }
      try await expect("money", Currency.self) { $0.money }
      try await expect("rate", Rate.self) { $0.rate }
      try await expect("text", String.self) { $0.text }
      try await expect("bytes", Data.self) { $0.bytes }
      try await expect("at", Date.self) { $0.at }
      try await expect("link", URL?.self) { $0.link }
      try await expect("json", JSON.self) { $0.json }
      try await expect("email", Email?.self) { $0.email }
      try await expect("level", Level.self) { $0.level }
      try await expect("phase", Phase.self) { $0.phase }
      try await expect("numbers", [Int64].self) { $0.numbers }
      try await expect("words", [String].self) { $0.words }
      try await expect("levels", [Level].self) { $0.levels }
      try await expect("note", String?.self) { $0.note }
      try await expect("maybeLarge", Int64?.self) { $0.maybeLarge }
      try await expect("maybeDouble", Double?.self) { $0.maybeDouble }
      try await expect("maybeDate", Date?.self) { $0.maybeDate }
      try await expect("maybeID", UUID?.self) { $0.maybeID }
      try await expect("maybeFlag", Bool?.self) { $0.maybeFlag }
      try await expect("maybeMoney", Currency?.self) { $0.maybeMoney }
      try await expect("maybeBytes", Data?.self) { $0.maybeBytes }
      try await expect("maybeExact", Decimal?.self) { $0.maybeExact }
      try await expect("day", Day.self) { $0.day }
      try await expect("maybeDay", Day?.self) { $0.maybeDay }
    },
    Check("SQL finds models with their relations, in its own order, which can be saved") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let taro = Person(name: "Taro", email: "t@x")
      let parent = Account(
        name: "b", owner: taro, preferences: Preferences(theme: "dark"), labels: [Label(name: "y"), Label(name: "x")],
        balance: 5)
      try await store.save([parent, Account(name: "a", owner: Person(name: "Hanako"), parent: parent, balance: 7)])
      let models = try await store.fetch(Account.all.order { $0.name.descending })
      let all: SQL = "SELECT * FROM \(Account.self)"
      bench.expect(try await store.fetch(Account.self, sql: "\(all) ORDER BY name DESC"), models, "all columns")
      // The columns in another order, and of a table with another name.
      let columns = Account.table.columns.map(\.name).reversed()
      let list = columns.reduce(into: "" as SQL) {
        $0 = "\($0)\(raw: $1 == columns.first ? "" : ", ")\(identifier: $1)"
      }
      bench.expect(
        try await store.fetch(Account.self, sql: "SELECT \(list) FROM \(Account.self) ORDER BY balance"), models,
        "columns in another order")
      let joined = try await store.fetch(
        Account.self,
        sql: """
          SELECT \(columns: Account.self, of: "a") FROM \(Account.self) a JOIN \(Person.self) p ON p.id = a.owner_id
          WHERE p.name = \("Taro") AND a.balance IN \(values: [Currency(5), 6])
          """)
      bench.expect(joined, [models[0]], "an alias")
      bench.expect(joined.first?.labels.map(\.name), ["y", "x"], "a list")
      bench.expect(joined.first?.preferences.theme, "dark", "a wrapper")
      guard var account = joined.first else { return }
      account.name = "c"
      account.owner.name = "Jiro"
      let writes = try await bench.writes { try await $0.update(account) }
      bench.expect(
        writes.sorted(), ["Account: update of 4 columns, 1 row", "Person: update of 1 column, 1 row"],
        "what saving a model writes that SQL found")
      bench.expect(try await store.find(Account.self, id: account.id)?.owner.name, "Jiro", "a saved relation")
      bench.expect(try await store.fetch(Account.self, sql: "\(all) WHERE 1 = 0"), [], "no rows")
    },
    Check("columns of a result that don't fit are reported, all at once") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      try await store.save(Person(name: "Taro"))
      await bench.expect("missing, repeated and unknown columns", "schemaMismatch") {
        _ = try await store.fetch(
          Person.self, sql: "SELECT id, id AS id, name AS nam FROM \(Person.self)")
      } isRight: { error in
        guard case .schemaMismatch(let differences) = error else { return false }
        return differences.map(\.column) == ["id", "nam", "name", "email"]
          && differences[1].problem.contains("did you mean 'name'?")
      }
      let row: SQL = "SELECT name, email FROM \(Person.self)"
      let misuse = { (error: StoreError) in
        if case .misuse(let reason) = error { reason.contains("'email'") } else { false }
      }
      await bench.expect("too few types", "misuse") {
        _ = try await store.select(sql: row, as: String.self)
      } isRight: {
        misuse($0)
      }
      await bench.expect("too many types", "misuse") {
        _ = try await store.select(sql: row, as: (String, String?, Int).self)
      } isRight: {
        misuse($0)
      }
      func conversion(_ column: String) -> (StoreError) -> Bool {
        { if case .conversion(let error) = $0 { error.path == [column] && error.reason == .wrongType } else { false } }
      }
      await bench.expect("another type", "conversion") {
        _ = try await store.select(sql: row, as: (Int, String?).self)
      } isRight: {
        conversion("name")($0)
      }
      await bench.expect("null", "conversion") {
        _ = try await store.select(sql: row, as: (String, String).self)
      } isRight: {
        conversion("email")($0)
      }
      await bench.expect("a number out of range", "conversion") {
        _ = try await store.select(sql: "SELECT 70000 AS n", as: Int16.self)
      } isRight: {
        if case .conversion(let error) = $0 { error.path == ["n"] && error.reason == .outOfRange } else { false }
      }
      let rows = try await store.select(sql: row, as: (String, String?).self)
      bench.expect(rows.map(\.0), ["Taro"], "a text")
      bench.expect(rows.map(\.1), [nil], "a null")
    },
    Check("SQL is a part of its transaction") { bench in
      guard try await bench.runsSQL() else { return }
      let store = bench.store
      let people = [Person(name: "a"), Person(name: "b")]
      try await store.save(people)
      let rename: SQL = "UPDATE \(Person.self) SET name = name || 'x'"
      bench.expect(try await store.execute(rename), 2, "changed rows")
      try? await store.transaction { store in
        bench.expect(try await store.execute("DELETE FROM \(Person.self) WHERE id = \(people[0].id)"), 1, "a deletion")
        try await store.save(Person(name: "c"))
        let names = try await store.select(sql: "SELECT name FROM \(Person.self) ORDER BY name", as: String.self)
        bench.expect(names, ["bx", "c"], "what SQL sees of its transaction")
        bench.expect(try await store.fetch(Person.all).map(\.name).sorted(), ["bx", "c"], "what a query sees of SQL")
        throw Undone()
      }
      bench.expect(try await store.fetch(Person.all).map(\.name).sorted(), ["ax", "bx"], "after a rollback")
      try await store.transaction { store in
        try? await store.transaction { store in
          try await store.execute(rename)
          throw Undone()
        }
        let failing: SQL = "UPDATE \(Person.self) SET id = \(people[0].id)"
        await bench.expect("a key that is taken", "duplicateKey") {
          try await store.execute(failing)
        } isRight: {
          if case .duplicateKey("Person", "primaryKey", _) = $0 { true } else { false }
        }
        bench.expect(try await store.select(sql: "SELECT count(*) FROM \(Person.self)", as: Int.self), [2], "a count")
        try await store.execute("UPDATE \(Person.self) SET name = \("last") WHERE id = \(people[1].id)")
      }
      bench.expect(try await store.fetch(Person.all).map(\.name).sorted(), ["ax", "last"], "after a failed statement")
      let orphan: SQL = "UPDATE \(Account.self) SET owner_id = \(UUID())"
      try await store.save(Account(name: "x", owner: people[1]))
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "a relation to no row") {
        try await store.execute(orphan)
      }
      await bench.expectRefusal("a column that doesn't exist", saying: "no_such") {
        try await $0.execute("UPDATE \(Person.self) SET no_such = 1")
      }
    },
  ]
}
