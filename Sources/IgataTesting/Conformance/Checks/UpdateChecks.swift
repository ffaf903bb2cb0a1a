internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let updates: [Check] = [
    Check("an update sets columns of every type in the rows of a query") { bench in
      let store = bench.store
      let ids = (0..<3).map { _ in UUID() }
      try await store.insert(ids.map { Specimen(id: $0) })
      var expected = Specimen(id: ids[1])
      expected.setEveryColumn()
      let new = expected
      let count = try await store.update(Specimen.where { $0.id == ids[1] }) {
        $0.flag.set(new.flag)
        $0.small.set(new.small)
        $0.medium.set(new.medium)
        $0.large.set(new.large)
        $0.plain.set(new.plain)
        $0.single.set(new.single)
        $0.double.set(new.double)
        $0.exact.set(new.exact)
        $0.money.set(new.money)
        $0.rate.set(new.rate)
        $0.text.set(new.text)
        $0.bytes.set(new.bytes)
        $0.at.set(new.at)
        $0.link.set(new.link)
        $0.json.set(new.json)
        $0.email.set(new.email)
        $0.level.set(new.level)
        $0.phase.set(new.phase)
        $0.numbers.set(new.numbers)
        $0.words.set(new.words)
        $0.levels.set(new.levels)
        $0.note.set(new.note)
        $0.maybeLarge.set(new.maybeLarge)
        $0.maybeDouble.set(new.maybeDouble)
        $0.maybeDate.set(new.maybeDate)
        $0.maybeID.set(new.maybeID)
        $0.maybeFlag.set(new.maybeFlag)
        $0.maybeMoney.set(new.maybeMoney)
        $0.maybeBytes.set(new.maybeBytes)
        $0.maybeExact.set(new.maybeExact)
        $0.day.set(new.day)
        $0.maybeDay.set(new.maybeDay)
      }
      bench.expect(count, 1, "changed rows")
      bench.expect(try await store.find(Specimen.self, id: ids[1]), expected, "the changed row")
      bench.expect(try await store.find(Specimen.self, id: ids[0]), Specimen(id: ids[0]), "another row")
      bench.expect(
        try await store.update(Specimen.where { $0.flag }) {
          $0.note.set(nil)
          $0.maybeMoney.set(nil)
          $0.words.set([])
        }, 1, "rows that were cleared")
      (expected.note, expected.maybeMoney, expected.words) = (nil, nil, [])
      bench.expect(try await store.find(Specimen.self, id: ids[1]), expected, "the row with nulls")
      bench.expect(try await store.update(Specimen.where { $0.large == 5 }) { $0.large.set(6) }, 0, "rows of none")
      bench.expect(try await store.update(Specimen.all) { _ in }, 0, "rows of an update of nothing")
      bench.expect(try await store.update(Specimen.all) { for _ in 0..<1 { $0.large.set(6) } }, 3, "all rows")
    },
    Check("results of an update are exact, and of the row as it was") { bench in
      let store = bench.store
      var specimen = Specimen()
      (specimen.small, specimen.large) = (7, 9_007_199_254_740_993)
      specimen.money = Currency(storedInteger: 1105)
      specimen.rate = Rate(storedInteger: 3)
      specimen.exact = Decimal(sign: .plus, exponent: -20, significand: 7)
      (specimen.double, specimen.single) = (0.1, 0.1)
      (specimen.text, specimen.note, specimen.maybeLarge) = ("ÀB", nil, nil)
      try await store.insert(specimen)
      let three: Decimal = 3
      try await store.update(Specimen.all) {
        $0.small.set($0.small - 10)
        $0.large.set($0.large + 2)
        $0.money.set($0.money * 3)
        $0.rate.set($0.rate - Rate(storedInteger: 4))
        $0.exact.set($0.exact * three)
        $0.double.set($0.double + 0.2)
        $0.single.set($0.single * 3)
        $0.plain.set(4 - $0.plain)
        $0.note.set($0.text.lowercasedASCII)
        $0.maybeLarge.set($0.large)
        $0.maybeMoney.set($0.money)
        $0.maybeExact.set($0.maybeExact + 1)
      }
      (specimen.maybeLarge, specimen.maybeMoney, specimen.note) = (specimen.large, specimen.money, "Àb")
      (specimen.small, specimen.large) = (-3, 9_007_199_254_740_995)
      specimen.money = Currency(storedInteger: 3315)
      specimen.rate = Rate(storedInteger: -1)
      specimen.exact = Decimal(sign: .plus, exponent: -20, significand: 21)
      (specimen.double, specimen.single, specimen.plain) = (0.1 + 0.2, Float(Double(Float(0.1)) * 3), 4)
      bench.expect(try await store.find(Specimen.self, id: specimen.id), specimen, "the row")

      var stock = Stock(id: 1)
      (stock.low, stock.high) = (1, 2)
      try await store.insert(stock)
      try await store.update(Stock.all) {
        $0.low.set($0.high)
        $0.high.set($0.low)
      }
      (stock.low, stock.high) = (2, 1)
      bench.expect(try await store.find(Stock.self, id: 1), stock, "columns that were exchanged")
    },
    Check("an update changes the rows that its query selects") { bench in
      let store = bench.store
      try await store.insert((1...9).map { Stock(id: $0) })
      func low() async throws -> [Int64] { try await store.fetch(Stock.all).map(\.low) }
      bench.expect(
        try await store.update(Stock.all.order { $0.id.descending }.limit(2)) { $0.low.set(1) }, 2, "the last two")
      bench.expect(
        try await store.update(Stock.where { $0.low == 0 }.offset(5).limit(9)) { $0.low.set($0.id * 10) }, 2, "a page")
      bench.expect(try await low(), [0, 0, 0, 0, 0, 60, 70, 1, 1], "the rows")
      bench.expect(try await store.update(Stock.all.limit(0)) { $0.low.set(5) }, 0, "rows of a limit of 0")
      // The condition is about the column that is set.
      bench.expect(try await store.update(Stock.where { $0.low < 2 }) { $0.low.set($0.low + 1) }, 7, "rows")
      bench.expect(try await low(), [1, 1, 1, 1, 1, 60, 70, 2, 2], "the rows that were counted up")
      let (taro, jiro) = (Person(name: "Taro"), Person(name: "Jiro"))
      try await store.save([Account(name: "a", owner: taro), Account(name: "b", owner: jiro)])
      bench.expect(
        try await store.update(Account.where { $0.owner.name == "Taro" }) { $0.balance.set(5) }, 1, "rows of an owner")
      bench.expect(
        try await store.update(Person.where { $0.accounts.contains { $0.balance == 5 } }) { $0.email.set("t@x") }, 1,
        "rows with an account")
      bench.expect(try await store.find(Person.self, id: taro.id)?.email, "t@x", "the person with the account")
      bench.expect(try await store.find(Person.self, id: jiro.id)?.email, nil, "the other person")
      let seats = (1...3).map { Seat(row: 1, number: $0) }
      try await store.insert(seats)
      bench.expect(try await store.update(Seat.all.offset(1).limit(1)) { $0.comfort.set(8) }, 1, "a row of two keys")
      bench.expect(try await store.fetch(Seat.all).map(\.comfort), [3, 8, 3], "rows with keys of two columns")
    },
    Check("an update can set columns to values of related rows, as they were") { bench in
      let store = bench.store
      // In the order of their keys, so that a parent is changed before its child.
      let ids = (1...3).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
      let parent = Account(id: ids[0], name: "parent", owner: Person(name: "Taro"))
      var child = Account(id: ids[1], name: "child", owner: Person(name: "Jiro"), parent: parent)
      child.preferences.theme = "dark"
      try await store.save(Account(id: ids[2], name: "grandchild", owner: Person(name: "Saburo"), parent: child))
      func names() async throws -> [String] {
        try await store.fetch(Account.all).map(\.name)
      }
      bench.expect(
        try await store.update(Account.where { !$0.parentID.isNil }) { $0.name.set($0.parent.name) }, 2, "children")
      bench.expect(try await names(), ["parent", "parent", "child"], "names of the parents")
      bench.expect(try await store.update(Account.all) { $0.name.set($0.owner.name) }, 3, "accounts")
      bench.expect(try await names(), ["Taro", "Jiro", "Saburo"], "names of the owners")
      try await store.update(Account.all.order { $0.name.ascending }.limit(2)) { $0.name.set($0.preferences.theme) }
      bench.expect(try await names(), ["Taro", "dark", "plain"], "themes, or their default")
      await bench.expect(.checkFailed(model: "Account", field: "name", rule: "not nil"), "a name of no parent") {
        try await store.update(Account.all) { $0.name.set($0.parent.name) }
      }
      let seat = Seat(row: 1, number: 1)
      try await store.save([Ticket(seat: seat), Ticket(seat: seat), Ticket(seat: Seat(row: 1, number: 2))])
      try await store.update(Seat.all) { $0.comfort.set($0.tickets.count.asInt64 * 10 + $0.comfort) }
      bench.expect(try await store.fetch(Seat.all).map(\.comfort), [23, 13], "numbers of tickets")
    },
    Check("an update whose result is out of range changes nothing") { bench in
      let store = bench.store
      let kept = try await store.insertStock()
      func expect(_ what: String, @AssignmentBuilder _ changes: (Stock.Columns) -> [Assignment]) async throws {
        await bench.expect(what, "overflow") {
          try await store.update(Stock.all, changes)
        } isRight: {
          if case .overflow(let expression) = $0 { expression.hasPrefix("Stock.") } else { false }
        }
        bench.expect(try await store.fetch(Stock.all), kept, "the rows after \(what)")
      }
      let (tenth, thousand): (Decimal, Decimal) = (Decimal(sign: .plus, exponent: -1, significand: 1), 1000)
      try await expect("an Int16 that is too great") { $0.quantity.set($0.quantity * 3000) }
      try await expect("an Int64 that is too great") { $0.low.set($0.low + .max) }
      try await expect("a Float that is too great") { $0.weight.set($0.weight * 3e38 * 2) }
      try await expect("a Float that becomes zero") { $0.weight.set($0.weight * 1e-30 * 1e-30) }
      try await expect("a Decimal with too many digits") { $0.price.set($0.price * thousand) }
      try await expect("a Decimal with too many decimal places") { $0.price.set($0.price * tenth) }
      try await expect("an enum's raw value") { $0.level.rawValue.set($0.level.rawValue * 32_767 * 2) }
      await bench.expect(.unstorable(model: "Stock", field: "quantity", reason: "it is out of range"), "a value") {
        try await store.update(Stock.all) { $0.quantity.asInt64.set(40_000) }
      }
      await bench.expect(.unstorable(model: "Stock", field: "weight", reason: "NaN"), "NaN") {
        try await store.update(Stock.all) { $0.weight.set(.nan) }
      }
      bench.expect(try await store.fetch(Stock.all), kept, "the rows")
    },
    Check("an update whose result breaks a rule changes nothing") { bench in
      let store = bench.store
      let kept = try await store.insertStock()
      func expect(
        _ field: String, _ rule: String, _ what: String, @AssignmentBuilder _ changes: (Stock.Columns) -> [Assignment]
      ) async throws {
        await bench.expect(.checkFailed(model: "Stock", field: field, rule: rule), what) {
          try await store.update(Stock.all, changes)
        }
        bench.expect(try await store.fetch(Stock.all), kept, "the rows after \(what)")
      }
      let two: Decimal = 2
      for price: Decimal in [1.239, -0.001, 10_000, 9_999.995] {
        await bench.expect(.checkFailed(model: "Stock", field: "price", rule: "precision(6, 2)"), "a price \(price)") {
          var stock = kept[0]
          stock.price = price
          try await store.save(stock)
        }
        bench.expect(try await store.fetch(Stock.all), kept, "the rows after a price \(price)")
      }
      try await expect("quantity", "range(0...30000)", "a number") { $0.quantity.set(-1) }
      try await expect("quantity", "range(0...30000)", "a result") { $0.quantity.set($0.quantity - 11) }
      try await expect("price", "range(0...)", "a decimal") { $0.price.set(-1) }
      try await expect("price", "range(0...)", "a calculated decimal") { $0.price.set($0.price - two) }
      try await expect("level", "enum case", "a raw value") { $0.level.rawValue.set(3) }
      try await expect("level", "enum case", "a calculated raw value") { $0.level.rawValue.set($0.level.rawValue + 2) }
      try await expect("code", "length(3...8)", "a long text") { $0.code.set("A-2345678") }
      try await expect("code", "pattern(\"[A-Z]-.*\")", "another text") { $0.code.set("a-1") }
      try await expect("low", "not nil", "null") { $0.low.optional.set(nil) }
      try await expect("low", "not nil", "a null") { $0.low.optional.set($0.position) }
      await bench.expect("a calculated text for a pattern", "unsupportedQuery") {
        try await store.update(Stock.all) { $0.code.set($0.code.lowercasedASCII) }
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
      try await store.save([Person(name: "A"), Person(name: "B", email: String(repeating: "b", count: 21))])
      await bench.expect(.checkFailed(model: "Person", field: "name", rule: "length(1...20)"), "a column's text") {
        try await store.update(Person.where { !$0.email.isNil }) { $0.name.optional.set($0.email) }
      }
      bench.expect(try await store.count(Person.where { $0.name == "B" }), 1, "the person")
    },
    Check("an update reports unique constraints and relations by field") { bench in
      let store = bench.store
      let kept = try await store.insertStock()
      await bench.expect(
        .duplicateKey(model: "Stock", constraint: "stock_position_key", fields: ["position"]), "one position for all"
      ) { try await store.update(Stock.all) { $0.position.set(1) } }
      bench.expect(try await store.fetch(Stock.all), kept, "the rows")
      let account = try await store.save(Account(name: "a", owner: Person(name: "A")))
      let other = try await store.save(Person(name: "B"))
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "a missing owner") {
        try await store.update(Account.all) { $0.ownerID.set(UUID()) }
      }
      await bench.expect(.foreignKey(model: "Account", field: "parent"), "a missing parent") {
        try await store.update(Account.all) { $0.parentID.set($0.ownerID) }
      }
      bench.expect(try await store.find(Account.self, id: account.id)?.ownerID, account.ownerID, "the owner")
      try await store.update(Account.all) {
        $0.ownerID.set(other.id)
        $0.parentID.set($0.id)
      }
      let found = try await store.find(Account.self, id: account.id)
      bench.expect(found?.owner, other, "the new owner")
      bench.expect(found?.parentID, account.id, "the new parent")
      try await store.insert(Guard(id: 1))
      await bench.expect(.foreignKey(model: "Guard", field: "deferred"), "a row that is missing at the commit") {
        try await store.update(Guard.all) { $0.deferredID.set("later") }
      }
      try await store.transaction { store in
        try await store.update(Guard.all) { $0.deferredID.set("later") }
        try await store.insert(Label(name: "later"))
      }
      bench.expect(try await store.find(Guard.self, id: 1)?.deferredID, "later", "the deferred relation")
    },
    Check("an update increments versions and sets the dates of the last change") { bench in
      let store = bench.store
      let tickets = try await store.insert((1...3).map { Ticket(holder: "\($0)") })
      let before = Date.wholeMicrosecond()
      bench.expect(try await store.update(Ticket.where { $0.holder != "2" }) { $0.holder.set("x") }, 2, "changed rows")
      let found = try await store.fetch(Ticket.all)
      bench.expect(found.map(\.holder), ["x", "2", "x"], "the holders")
      bench.expect(found.map(\.revision), [2, 1, 2], "the versions")
      bench.expect(found.map { $0.changedAt >= before }, [true, false, true], "whether the dates are new")
      bench.expect(found[1].changedAt, tickets[1].changedAt, "the date of the other row")
      await bench.expect(.staleVersion(model: "Ticket", key: "\(tickets[0].id)"), "the row as it was") {
        try await store.update(tickets[0])
      }
      try await store.insert(Ticket(id: 100, holder: "last", revision: .max - 1))
      await bench.expect(.overflow(expression: "Ticket.revision + …"), "the version after the last") {
        try await store.update(Ticket.all) { $0.holder.set("y") }
      }
      bench.expect(try await store.count(Ticket.where { $0.holder == "y" }), 0, "changed rows after a failure")
    },
    Check("columns that the store determines can't be set") { bench in
      let store = bench.store
      func expect<Model: PersistableModel>(
        _ query: Query<Model>, _ what: String, @AssignmentBuilder _ changes: (Model.Columns) -> [Assignment]
      ) async {
        await bench.expect(what, "misuse or unsupportedQuery") {
          try await store.update(query, changes)
        } isRight: {
          switch $0 {
          case .misuse, .unsupportedQuery: true
          default: false
          }
        }
      }
      await expect(Ticket.all, "the key") { $0.id.set(5) }
      await expect(Seat.all, "a part of the key") { $0.row.set($0.number) }
      await expect(Ticket.all, "the version") { $0.revision.set(5) }
      await expect(Stock.all, "a column twice") {
        $0.low.set(5)
        $0.low.set($0.high)
      }
      await expect(Stock.all, "an expression") { ($0.low + 1).set(5) }
      await expect(Account.all, "a column of a related row") { $0.owner.name.set("x") }
      await expect(Account.all, "a column of a wrapper") { $0.preferences.theme.set("x") }
    },
    Check("an update is part of its transaction") { bench in
      let store = bench.store
      let kept = try await store.insertStock()
      try? await store.transaction { store in
        try await store.update(Stock.all) { $0.low.set(5) }
        throw StoreError.cancelled
      }
      bench.expect(try await store.fetch(Stock.all), kept, "the rows after a rollback")
      try await store.transaction { store in
        try await store.update(Stock.all) { $0.low.set(5) }
        await bench.expect("a second update", "checkFailed") {
          try await store.update(Stock.all) { $0.quantity.set($0.quantity - 11) }
        } isRight: {
          if case .checkFailed = $0 { true } else { false }
        }
        try await store.update(Stock.where { $0.low == 5 }) { $0.high.set($0.low) }
        try await store.insert(Stock(id: 10))
        bench.expect(try await store.count(Stock.where { $0.high == 5 }), 3, "rows in the transaction")
      }
      bench.expect(try await store.count(Stock.where { $0.high == 5 && $0.low == 5 }), 3, "rows after it")
      bench.expect(try await store.count(Stock.all), 4, "all rows")
    },
    Check("observers are notified of the rows that an update changed") { bench in
      let store = bench.store
      try await store.save([Label(name: "a"), Label(name: "b"), Label(name: "c", color: "red")])
      var changes = store.changes(of: Label.self).makeAsyncIterator()
      var counts = store.observe { try await $0.count(Label.where { $0.color == "red" }) }.makeAsyncIterator()
      bench.expect(try await counts.next(), 1, "the count at first")
      try await store.update(Label.where { $0.color == "green" }) { $0.color.set("blue") }
      try await store.update(Label.where { $0.color == "" }) { $0.color.set("red") }
      bench.expect(
        await changes.next(),
        .committed([.updated(Label(name: "a", color: "red")), .updated(Label(name: "b", color: "red"))]), "an update")
      bench.expect(try await counts.next(), 3, "the count after it")
      try await store.transaction { store in
        try await store.insert(Label(name: "d"))
        try await store.update(Label.all.order { $0.name.descending }.limit(2)) { $0.color.set($0.name) }
      }
      guard case .committed(let last)? = await changes.next() else { return bench.report.fail("no change set") }
      bench.expect(
        Set(last), [.inserted(Label(name: "d", color: "d")), .updated(Label(name: "c", color: "c"))], "a transaction")
    },
  ]
}

extension Store {
  /// Inserts three rows, the last of which the failing updates of the checks can't change.
  fileprivate func insertStock() async throws -> [Stock] {
    var rows = (1...3).map { Stock(id: $0) }
    rows[0].quantity = 11
    rows[0].low = -5
    rows[2].low = 1
    (rows[1].price, rows[2].price) = (50, Decimal(sign: .plus, exponent: -2, significand: 123))
    return try await insert(rows)
  }
}

extension Specimen {
  /// Sets each column but the key to a value that no new specimen has.
  fileprivate mutating func setEveryColumn() {
    (flag, small, medium, large, plain) = (true, .min, .max, .min, 5)
    (single, double) = (0.1, -.infinity)
    money = Currency(storedInteger: -12_345)
    rate = Rate(storedInteger: 1)
    exact = Decimal(sign: .minus, exponent: -30, significand: 12_345)
    (text, bytes, at) = ("日本 'x'", Data([0, 255]), Date(microsecondsSince1970: -1))
    link = URL(string: "https://example.org/a?b=%20")
    json = ["a": [.null, true, "x"]]
    email = try? Email("a@b.c")
    (level, phase, levels) = (.high, .other("new"), [.low, .high])
    (numbers, words, note) = ([.min, 0, .max], ["", "a,b"], "")
    (maybeLarge, maybeDouble, maybeDate) = (1, 0.5, Date(microsecondsSince1970: 1))
    (maybeID, maybeFlag, maybeBytes, maybeExact) = (UUID(), false, Data(), 0)
    maybeMoney = Currency(storedInteger: 1)
    (day, maybeDay) = (.last, Day("2024-02-29"))
  }
}
