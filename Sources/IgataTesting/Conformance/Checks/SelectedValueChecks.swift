internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let selectedValues: [Check] = [
    Check("values of every type, in the order of the query") { bench in
      let (rows, store) = (try await bench.makeRows(), bench.store)
      let query = Specimen.where { $0.flag == true }.order { ($0.large.descending, $0.small.ascending) }
      let models = try await store.fetch(query)
      bench.expect(models.count, rows.count(where: \.flag), "the models to compare with (seed \(bench.seed))")
      func expect<Value: Storable & Equatable>(
        _ what: String, _ column: (Specimen.Columns) -> Column<Value>, _ value: (Specimen) -> Value
      ) async throws {
        bench.expect(try await store.select(query, column), models.map(value), what)
      }
      try await expect("keys", { $0.id }) { $0.id }
      try await expect("Booleans", { $0.flag }) { $0.flag }
      try await expect("narrow integers", { $0.small }) { $0.small }
      try await expect("integers", { $0.large }) { $0.large }
      try await expect("floats", { $0.single }) { $0.single }
      try await expect("doubles", { $0.double }) { $0.double }
      try await expect("decimals", { $0.exact }) { $0.exact }
      try await expect("amounts", { $0.money }) { $0.money }
      try await expect("fixed-point numbers", { $0.rate }) { $0.rate }
      try await expect("texts", { $0.text }) { $0.text }
      try await expect("data", { $0.bytes }) { $0.bytes }
      try await expect("dates", { $0.at }) { $0.at }
      try await expect("days", { $0.day }) { $0.day }
      try await expect("optional days", { $0.maybeDay }) { $0.maybeDay }
      try await expect("URLs", { $0.link }) { $0.link }
      try await expect("JSON", { $0.json }) { $0.json }
      try await expect("newtypes", { $0.email }) { $0.email }
      try await expect("enums", { $0.level }) { $0.level }
      try await expect("enums with an unknown case", { $0.phase }) { $0.phase }
      try await expect("lists of integers", { $0.numbers }) { $0.numbers }
      try await expect("lists of texts", { $0.words }) { $0.words }
      try await expect("lists of enums", { $0.levels }) { $0.levels }
      try await expect("optional texts", { $0.note }) { $0.note }
      try await expect("optional amounts", { $0.maybeMoney }) { $0.maybeMoney }
      try await expect("optional decimals", { $0.maybeExact }) { $0.maybeExact }
    },
    Check("queries for nothing are refused") { bench in
      let store = bench.store
      try await store.save(Person(name: "a"))
      func expect(_ what: String, _ part: String, _ body: () async throws -> Void) async {
        await bench.expect(what, "misuse with '\(part)'", body) {
          if case .misuse(let reason) = $0 { reason.contains(part) } else { false }
        }
      }
      let selected = "nothing of Person is selected"
      await expect("select", selected) { _ = try await store.select(Person.all) { _ in } }
      await expect("distinct", selected) { _ = try await store.distinct(Person.all) { _ in } }
      await expect("a page", selected) { _ = try await store.page(Person.all, size: 1, { _ in }) }
      await expect("a stream", selected) { for try await _ in store.stream(Person.all, { _ in }) {} }
      await expect("observe", selected) { for try await _ in store.observe(Person.all, { _ in }) { break } }
      let groups = Person.all.grouped { _ in }
      await expect("groups", "grouped by nothing") { _ = try await store.select(groups) { $0.count } }
      let fetched = "nothing is fetched with Person"
      await expect("related rows", fetched) { _ = try await store.fetch(Person.all, with: { _ in }) }
      await expect("a page of related rows", fetched) { _ = try await store.page(Person.all, size: 1, with: { _ in }) }
    },
    Check("several values, calculations, and a limit") { bench in
      let store = bench.store
      _ = try await bench.makeRows()
      let query = Specimen.all.order { $0.text.descending }.offset(3).limit(20)
      let models = try await store.fetch(query)
      let found = try await store.select(query) {
        ($0.id, $0.medium * 2 - 1, $0.single * 2, $0.text.lowercasedASCII, $0.level.rawValue, $0.note)
      }
      bench.expect(found.count, models.count, "as many as there are models")
      for (values, model) in zip(found, models) {
        bench.expect(values.0, model.id, "a key (seed \(bench.seed))")
        bench.expect(Int64(values.1), Int64(model.medium) * 2 - 1, "a calculation")
        bench.expect(values.2, model.single * 2, "a calculation with a Float")
        bench.expect(
          Array(values.3.utf8), model.text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, "a text in lower case")
        bench.expect(values.4, model.level.rawValue, "a raw value")
        bench.expect(values.5, model.note, "an optional text")
      }
      bench.expect(try await store.select(query.limit(0)) { $0.id }.count, 0, "of no rows")
      await bench.expect("a calculation that doesn't fit", "overflow") {
        var row = Specimen()
        row.large = .max
        try await store.save(row)
        _ = try await store.select(Specimen.where { $0.large == .max }) { $0.large + 1 }
      } isRight: {
        if case .overflow = $0 { true } else { false }
      }
    },
    Check("values of related rows") { bench in
      let store = bench.store
      let taro = Person(name: "Taro")
      let parent = Account(name: "a", owner: taro, preferences: Preferences(theme: "dark"), balance: 5)
      try await store.save([
        parent, Account(name: "b", owner: Person(name: "Hanako"), parent: parent, balance: 1),
        Account(name: "c", owner: taro, parent: parent, balance: -2),
      ])
      let all = Account.all.order { $0.name.ascending }
      let found = try await store.select(all) {
        ($0.name, $0.owner.name, $0.parent.name.optional, $0.preferences.theme, $0.children.count { $0.balance > 0 })
      }
      bench.expect(found.map(\.0), ["a", "b", "c"], "own values")
      bench.expect(found.map(\.1), ["Taro", "Hanako", "Taro"], "those of a relation")
      bench.expect(found.map(\.2), [nil, "a", "a"], "those of an optional relation")
      bench.expect(found.map(\.3), ["dark", "plain", "plain"], "those of a wrapper, which may have no row")
      bench.expect(found.map(\.4), [1, 0, 0], "numbers of related rows")
      await bench.expect("a path that may be nil, as a value that may not", "unsupportedQuery") {
        _ = try await store.select(Account.all) { ($0.name, $0.parent.name) }
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
      let distinct = try await store.distinct(Account.all) { ($0.owner.name, $0.parent.name.optional) }
      bench.expect(
        distinct.map { "\($0.0) \($0.1 ?? "-")" }, ["Hanako a", "Taro -", "Taro a"], "distinct combinations, in order")
      // In a transaction, what it has written is read.
      let names = try await store.transaction { store throws(StoreError) in
        try await store.save(Account(name: "d", owner: taro, balance: 0))
        return try await store.select(all) { $0.name }
      }
      bench.expect(names, ["a", "b", "c", "d"], "in a transaction")
    },
    Check("values of rows with given keys") { bench in
      let people = try await bench.store.save((1...12).map { Person(name: "person \($0)") })
      let table = Person.table
      guard let name = table.columns.firstIndex(where: { $0.path == ["name"] }) else { return }
      // Backends may have ways of their own to look up one key, and many.
      for count in [1, 2, 12] {
        let keys = people.prefix(count).map { $0.primaryKey._keyValues }
        var query = RowQuery(table, keys: keys)
        query.values = [.lowercased(.column(RelationPath(), name)), .value(.integer(7))]
        let session = try await bench.store.backend.begin(.read)
        var found: [String] = []
        do throws(StoreError) {
          try await session.read(query) { row in
            while row.next() { found.append("\(row.string(0)) \(row.int64(1))") }
          }
        } catch {
          bench.report.fail("\(count) keys: it threw \(error)")
        }
        await session.rollback()
        bench.expect(found.sorted(), people.prefix(count).map { "\($0.name) 7" }.sorted(), "\(count) keys")
      }
    },
    Check("an observer of values gets them now, and again when they change") { bench in
      let store = bench.store
      let taro = Person(name: "Taro")
      var account = try await store.save(Account(name: "a", owner: taro, balance: 1))
      var values = store.observe(Account.all) { ($0.name, $0.owner.name) }.makeAsyncIterator()
      var groups = store.observe(Account.all.grouped { $0.owner.name }.having { $0.count > 0 }) {
        ($0.owner.name, $0.sum { $0.balance })
      }.makeAsyncIterator()
      func expect(_ rows: [(String, String)], _ sums: [(String, Currency)], _ what: String) async throws {
        let (found, sum) = (try await values.next() ?? [], try await groups.next() ?? [])
        bench.expect(found.map { [$0.0, $0.1] }, rows.map { [$0.0, $0.1] }, what)
        bench.expect(sum.map(\.0), sums.map(\.0), "the keys of groups, \(what)")
        bench.expect(sum.map(\.1), sums.map(\.1), "the sums of groups, \(what)")
      }
      try await expect([("a", "Taro")], [("Taro", 1)], "now")
      (account.name, account.balance) = ("b", 5)
      try await store.save(account)
      try await expect([("b", "Taro")], [("Taro", 5)], "after a change of the row")
      var owner = account.owner
      owner.name = "Hanako"
      try await store.save(owner)
      try await expect([("b", "Hanako")], [("Hanako", 5)], "after a change of a related row")
    },
  ]
}
