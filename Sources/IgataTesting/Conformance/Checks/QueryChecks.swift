internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// A condition, and the equivalent closure in Swift.
struct Oracle: Sendable {
  let name: String
  let condition: @Sendable (Specimen.Columns) -> Condition
  let holds: @Sendable (Specimen) -> Bool

  init(
    _ name: String, _ condition: @escaping @Sendable (Specimen.Columns) -> Condition,
    _ holds: @escaping @Sendable (Specimen) -> Bool
  ) {
    self.name = name
    self.condition = condition
    self.holds = holds
  }
}

extension Check {
  static let queries: [Check] = [
    Check("conditions select the rows that Swift does") { bench in
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<300).map { _ in Specimen.random(using: &generator) }.sorted { $0.id.isBefore($1.id) }
      try await bench.store.save(rows)
      let middle = rows[150]
      let oracles = comparisons(middle) + texts + others(middle) + expressions(middle)
      for oracle in oracles + combinations(of: oracles, using: &generator) {
        let found = try await bench.store.fetch(Specimen.where(oracle.condition))
        let expected = rows.filter(oracle.holds)
        if found.map(\.id) != expected.map(\.id) {
          bench.report.fail(
            "\(oracle.name): expected \(expected.count) rows, found \(found.count), or others (seed \(bench.seed))")
        }
      }
    },
    Check("orders are total and the same everywhere") { bench in
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<200).map { _ in Specimen.random(using: &generator) }.sorted { $0.id.isBefore($1.id) }
      try await bench.store.save(rows)
      try await bench.expectOrder(rows, "large", { $0.large }, { $0.large })
      try await bench.expectOrder(rows, "flag", { $0.flag }, { $0.flag ? 1 : 0 })
      try await bench.expectOrder(rows, "single", { $0.single }, { $0.single })
      try await bench.expectOrder(rows, "double", { $0.double }, { $0.double })
      try await bench.expectOrder(rows, "exact", { $0.exact }, { $0.exact })
      try await bench.expectOrder(rows, "money", { $0.money }, { $0.money })
      try await bench.expectOrder(rows, "text", { $0.text }, { Bytes($0.text) })
      try await bench.expectOrder(rows, "at", { $0.at }, { $0.at })
      try await bench.expectOrder(rows, "day", { $0.day }, { $0.day })
      try await bench.expectOrder(rows, "maybeDay", { $0.maybeDay }, { $0.maybeDay })
      try await bench.expectOrder(rows, "level", { $0.level }, { $0.level.rawValue })
      try await bench.expectOrder(rows, "phase", { $0.phase }, { Bytes($0.phase.rawValue) })
      try await bench.expectOrder(rows, "bytes", { $0.bytes }, { Bytes($0.bytes) })
      try await bench.expectOrder(rows, "note", { $0.note }, { $0.note.map { Bytes($0) } })
      try await bench.expectOrder(rows, "maybeLarge", { $0.maybeLarge }, { $0.maybeLarge })
      try await bench.expectOrder(rows, "maybeExact", { $0.maybeExact }, { $0.maybeExact })
      try await bench.expectOrder(rows, "a computation", { $0.large * 3 - $0.large }, { $0.large * 2 })
    },
    Check("several orders, limits and offsets") { bench in
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<100).map { _ in Specimen.random(using: &generator) }
      try await bench.store.save(rows)
      let ordered = rows.sorted { left, right in
        if left.small != right.small { return left.small > right.small }
        if left.large != right.large { return left.large < right.large }
        return left.id.isBefore(right.id)
      }
      let query = Specimen.all.order { [$0.small.descending, $0.large.ascending] }
      bench.expect(try await bench.store.fetch(query).map(\.id), ordered.map(\.id), "two orders at once")
      let twice = Specimen.all.order { $0.small.descending }.order { $0.large.ascending }
      bench.expect(try await bench.store.fetch(twice).map(\.id), ordered.map(\.id), "one order after the other")
      let parts = [
        (0, 0), (1, 0), (10, 0), (10, 95), (10, 100), (1000, 3), (5, 5), (.max, 98), (3, .max), (-1, 0),
        (.min, 3), (3, -1),
      ]
      for (limit, offset) in parts {
        let found = try await bench.store.fetch(query.limit(limit).offset(offset).limit(.max)).map(\.id)
        let expected = ordered.dropFirst(max(0, offset)).prefix(max(0, limit)).map(\.id)
        bench.expect(found, Array(expected), "limit \(limit) and offset \(offset)")
      }
      bench.expect(
        try await bench.store.fetch(query.offset(90)).map(\.id), ordered.dropFirst(90).map(\.id), "an offset alone")
    },
    Check("conditions and orders on related columns") { bench in
      let store = bench.store
      let taro = Person(name: "Taro", email: "t@x")
      let hanako = Person(name: "Hanako")
      let parent = Account(name: "parent", owner: taro, preferences: Preferences(warnBelow: 50, motto: "m"))
      let child = Account(name: "child", owner: hanako, parent: parent)
      let other = Account(name: "other", owner: taro, parent: parent, preferences: Preferences(warnBelow: 10))
      try await store.save([parent, child, other])
      func expect(_ names: [String], _ what: String, _ condition: (Account.Columns) -> Condition) async throws {
        let found = try await store.fetch(Account.where(condition).order { $0.name.ascending }).map(\.name)
        bench.expect(found, names, what)
      }
      try await expect(["other", "parent"], "owner.name == ") { $0.owner.name == "Taro" }
      try await expect(["child"], "owner.email == nil") { $0.owner.email == nil }
      try await expect(["child"], "owner.email != value") { $0.owner.email != "t@x" }
      try await expect(["child", "other"], "parent.name ==") { $0.parent.name == "parent" }
      try await expect(["parent"], "parent.name !=, where there is no parent") { $0.parent.name != "parent" }
      try await expect(["parent"], "parent.name.isNil") { $0.parent.name.isNil }
      try await expect([], "parent.balance > 0") { $0.parent.balance > 0 }
      try await expect(["child", "other"], "parent.owner.name ==") { $0.parent.owner.name == "Taro" }
      try await expect(["child", "other"], "preferences.warnBelow == the default") { $0.preferences.warnBelow == 10 }
      try await expect(["parent"], "preferences.warnBelow >") { $0.preferences.warnBelow > 10 }
      try await expect(["child", "other", "parent"], "preferences.theme ==") { $0.preferences.theme == "plain" }
      try await expect(["child", "other"], "preferences.motto == nil") { $0.preferences.motto == nil }
      try await expect(["child", "other"], "parent.preferences.warnBelow ==") { $0.parent.preferences.warnBelow == 50 }
      try await expect(["child"], "a column and one behind a path") {
        !($0.name == $0.parent.name) && $0.owner.name < "T"
      }
      let names = try await store.fetch(Account.all.order { [$0.owner.name.descending, $0.name.descending] })
      bench.expect(names.map(\.name), ["parent", "other", "child"], "ordered by a path")
      let preferred = try await store.fetch(Account.all.order { $0.preferences.warnBelow.descending })
      bench.expect(preferred.first?.name, "parent", "ordered by a wrapper's column")
      bench.expect(try await store.sum(Account.all) { $0.preferences.warnBelow }, 70, "sum of a wrapper's column")
      let seat = Seat(row: 4, number: 2, comfort: 9)
      try await store.save([Ticket(seat: seat, holder: "a"), Ticket(holder: "b")])
      let comfortable = try await store.fetch(Ticket.where { $0.seat.comfort > 5 })
      bench.expect(comfortable.map(\.holder), ["a"], "a path through a key of two columns")
      bench.expect(try await store.delete(Account.where { $0.owner.name == "Taro" }), 2, "deleted rows by a path")
    },
    Check("unsupported queries are rejected before they are sent") { bench in
      for (what, query) in [
        ("an order by a list", Specimen.all.order { $0.numbers.ascending }),
        ("a JSON value less than another", Specimen.where { $0.json < 5 }),
        ("a comparison with NaN", Specimen.where { $0.double > .nan }),
        ("a list that holds NaN", Specimen.where { $0.double.isIn([1, .nan]) }),
        ("a decimal that is no number", Specimen.where { $0.exact != .nan }),
        ("a date beyond all", Specimen.where { $0.maybeDate == Date(timeIntervalSince1970: 1e300) }),
        ("100,000 terms", Specimen.where { row in (0..<100_000).reduce(.never) { $0 || row.large == Int64($1) } }),
        (
          "10,000 levels",
          Specimen.where { row in (0..<10_000).reduce(.never) { ($0 || row.large == Int64($1)) && row.flag == true } }
        ), ("a sum of 10,000 terms", Specimen.where { row in (0..<10_000).reduce(row.large) { $0 + Int64($1) } > 0 }),
        ("a column of another closure's row", leaked),
      ] {
        await bench.expect(what, "unsupportedQuery") {
          _ = try await bench.store.fetch(query)
        } isRight: {
          if case .unsupportedQuery = $0 { true } else { false }
        }
      }
    },
  ]

  private static func comparisons(_ row: Specimen) -> [Oracle] {
    [
      Oracle("flag ==", { $0.flag == row.flag }, { $0.flag == row.flag }),
      Oracle("flag", { $0.flag._condition }, { $0.flag }),
      Oracle("!flag", { !$0.flag }, { !$0.flag }),
      Oracle("flag && large > 0", { $0.flag && $0.large > 0 }, { $0.flag && $0.large > 0 }),
      Oracle("large > 0 || flag", { $0.large > 0 || $0.flag }, { $0.large > 0 || $0.flag }),
      Oracle("flag && flag", { $0.flag && $0.flag }, { $0.flag }),
      Oracle("small >", { $0.small > 0 }, { $0.small > 0 }),
      Oracle("medium <=", { $0.medium <= -1 }, { $0.medium <= -1 }),
      Oracle("large ==", { $0.large == row.large }, { $0.large == row.large }),
      Oracle("large !=", { $0.large != row.large }, { $0.large != row.large }),
      Oracle("large <", { $0.large < row.large }, { $0.large < row.large }),
      Oracle("large >=", { $0.large >= row.large }, { $0.large >= row.large }),
      Oracle("plain == large", { $0.large == $0.large + 0 }, { _ in true }),
      Oracle("single >", { $0.single > 0.5 }, { $0.single > 0.5 }),
      Oracle("double <", { $0.double < row.double }, { $0.double < row.double }),
      Oracle("double == -0", { $0.double == -0.0 }, { $0.double == 0 }),
      Oracle("exact >", { $0.exact > 1 }, { $0.exact > 1 }),
      Oracle("exact ==", { $0.exact == row.exact }, { $0.exact == row.exact }),
      Oracle("exact <=", { $0.exact <= row.exact }, { $0.exact <= row.exact }),
      Oracle("money > literal", { $0.money > 1 }, { $0.money.storedInteger > 1000 }),
      Oracle("money ==", { $0.money == row.money }, { $0.money == row.money }),
      Oracle("rate <", { $0.rate < 0 }, { $0.rate.storedInteger < 0 }),
      Oracle("at <", { $0.at < row.at }, { $0.at < row.at }),
      Oracle("day <=", { $0.day <= row.day }, { $0.day <= row.day }),
      Oracle("day isIn", { $0.day.isIn([row.day, .first]) }, { [row.day, .first].contains($0.day) }),
      Oracle("at range", { $0.at.isIn(row.at..<Date(microsecondsSince1970: 9_000_000)) }) {
        $0.at >= row.at && $0.at < Date(microsecondsSince1970: 9_000_000)
      },
      Oracle("id ==", { $0.id == row.id }, { $0.id == row.id }),
      Oracle("id <", { $0.id < row.id }, { $0.id.isBefore(row.id) }),
      Oracle("level ==", { $0.level == .middle }, { $0.level == .middle }),
      Oracle("phase !=", { $0.phase != .closed }, { $0.phase != .closed }),
      Oracle("bytes ==", { $0.bytes == row.bytes }, { $0.bytes == row.bytes }),
      Oracle("bytes <", { $0.bytes < row.bytes }, { Bytes($0.bytes) < Bytes(row.bytes) }),
      Oracle("json ==", { $0.json == row.json }, { $0.json == row.json }),
      Oracle("numbers ==", { $0.numbers == [0, 1] }, { $0.numbers == [0, 1] }),
      Oracle("words !=", { $0.words != [] }, { $0.words != [] }),
      Oracle("levels ==", { $0.levels == [.low] }, { $0.levels == [.low] }),
      Oracle("link ==", { $0.link == row.link }, { $0.link == row.link }),
      Oracle("email ==", { $0.email == Email(_trusted: "a@example.com") }, { $0.email?.rawValue == "a@example.com" }),
    ]
  }

  private static let texts: [Oracle] =
    ["", "a", "A", "b", "%", "_", "\u{E9}", "e\u{301}", "日", "👍", "aB", "'", "\\", "ab"].flatMap { text in
      [
        Oracle("text == \(text)", { $0.text == text }, { Bytes($0.text) == Bytes(text) }),
        Oracle("text < \(text)", { $0.text < text }, { Bytes($0.text) < Bytes(text) }),
        Oracle("text contains \(text)", { $0.text.contains(text) }, { Bytes($0.text).contains(Bytes(text)) }),
        Oracle("text hasPrefix \(text)", { $0.text.hasPrefix(text) }, { Bytes($0.text).bytes.starts(with: text.utf8) }),
        Oracle("text hasSuffix \(text)", { $0.text.hasSuffix(text) }) {
          Bytes($0.text).bytes.reversed().starts(with: text.utf8.reversed())
        },
        Oracle("text equalsIgnoringCase \(text)", { $0.text.equalsIgnoringCase(text) }) {
          Bytes($0.text).withoutCase == Bytes(text).withoutCase
        },
        Oracle("note == \(text)", { $0.note == text }, { $0.note.map { Bytes($0) } == Bytes(text) }),
        Oracle("note != \(text)", { $0.note != text }, { $0.note.map { Bytes($0) } != Bytes(text) }),
        Oracle("note contains \(text)", { $0.note.contains(text) }) {
          $0.note.map { Bytes($0).contains(Bytes(text)) } ?? false
        },
        Oracle("not note hasPrefix \(text)", { !$0.note.hasPrefix(text) }) {
          !($0.note.map { Bytes($0).bytes.starts(with: text.utf8) } ?? false)
        },
      ]
    }

  private static func others(_ row: Specimen) -> [Oracle] {
    [
      Oracle("note == nil", { $0.note == nil }, { $0.note == nil }),
      Oracle("note != nil", { $0.note != nil }, { $0.note != nil }),
      Oracle("note isNil", { $0.note.isNil }, { $0.note == nil }),
      Oracle("maybeLarge > ", { $0.maybeLarge > 0 }, { $0.maybeLarge.map { $0 > 0 } ?? false }),
      Oracle("not maybeLarge > ", { !($0.maybeLarge > 0) }, { !($0.maybeLarge.map { $0 > 0 } ?? false) }),
      Oracle("maybeLarge != ", { $0.maybeLarge != 1 }, { $0.maybeLarge != 1 }),
      Oracle("maybeLarge < nil", { $0.maybeLarge < nil }, { _ in false }),
      Oracle("maybeLarge range", { $0.maybeLarge.isIn(-1...1) }) {
        $0.maybeLarge.map { (-1...1).contains($0) } ?? false
      },
      Oracle("maybeDouble >=", { $0.maybeDouble >= 0.25 }, { $0.maybeDouble.map { $0 >= 0.25 } ?? false }),
      Oracle("maybeDay ==", { $0.maybeDay == row.day }, { $0.maybeDay == row.day }),
      Oracle("not maybeDay >", { !($0.maybeDay > row.day) }) { other in
        !(other.maybeDay.map { $0 > row.day } ?? false)
      },
      Oracle("maybeDate ==", { $0.maybeDate == row.maybeDate }, { $0.maybeDate == row.maybeDate }),
      Oracle("maybeID isNil", { $0.maybeID.isNil }, { $0.maybeID == nil }),
      Oracle("maybeFlag != true", { $0.maybeFlag != true }, { $0.maybeFlag != true }),
      Oracle("maybeMoney <=", { $0.maybeMoney <= 0 }, { $0.maybeMoney.map { $0.storedInteger <= 0 } ?? false }),
      Oracle("maybeBytes ==", { $0.maybeBytes == Data([1]) }, { $0.maybeBytes == Data([1]) }),
      Oracle("maybeExact <", { $0.maybeExact < 0.5 }, { $0.maybeExact.map { $0 < 0.5 } ?? false }),
      Oracle("note isIn", { $0.note.isIn(["a", "ab", nil]) }, { [nil, "a", "ab"].contains($0.note) }),
      Oracle("note isIn of texts", { $0.note.isIn(["a", "ab"]) }, { ["a", "ab"].contains($0.note) }),
      Oracle("not large isIn", { !$0.large.isIn([1, 2, 3]) }, { ![1, 2, 3].contains($0.large) }),
      Oracle("large isIn nothing", { $0.large.isIn([]) }, { _ in false }),
      Oracle("large isIn a range", { $0.large.isIn(-2..<2) }, { (-2..<2).contains($0.large) }),
      Oracle("level isIn", { $0.level.isIn([.low, .high]) }, { [.low, .high].contains($0.level) }),
      Oracle("id isIn", { $0.id.isIn([row.id, UUID()]) }, { $0.id == row.id }),
      Oracle("maybeLarge == large", { $0.maybeLarge == $0.maybeLarge }, { _ in true }),
      Oracle("large + plain", { $0.large + 2 > $0.large * 2 }, { $0.large + 2 > $0.large * 2 }),
      Oracle("maybeLarge + 1", { $0.maybeLarge + 1 > 1 }, { $0.maybeLarge.map { $0 + 1 > 1 } ?? false }),
      Oracle("money * 2", { $0.money * 2 >= 3 }, { $0.money.storedInteger * 2 >= 3000 }),
      Oracle("double - 1", { $0.double - 1 < 0 }, { $0.double - 1 < 0 }),
      Oracle("exact - exact", { $0.exact * 2 - $0.exact == $0.exact }, { _ in true }),
      Oracle("link contains", { $0.link.contains("com/1") }, { $0.link?.absoluteString.contains("com/1") ?? false }),
      Oracle("email hasPrefix", { $0.email.hasPrefix("b@") }, { $0.email?.rawValue.hasPrefix("b@") ?? false }),
    ]
  }

  /// Random combinations of conditions.
  private static func combinations(of oracles: [Oracle], using generator: inout SeededGenerator) -> [Oracle] {
    (0..<200).compactMap { _ in
      guard let left = oracles.randomElement(using: &generator), let right = oracles.randomElement(using: &generator),
        let third = oracles.randomElement(using: &generator)
      else { return nil }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        return Oracle("(\(left.name)) && !(\(right.name))", { left.condition($0) && !right.condition($0) }) {
          left.holds($0) && !right.holds($0)
        }
      case 1:
        return Oracle(
          "(\(left.name)) || (\(right.name)) && (\(third.name))",
          { left.condition($0) || right.condition($0) && third.condition($0) }
        ) { left.holds($0) || right.holds($0) && third.holds($0) }
      case 2:
        return Oracle("!((\(left.name)) || (\(right.name)))", { !(left.condition($0) || right.condition($0)) }) {
          !(left.holds($0) || right.holds($0))
        }
      default:
        return Oracle(
          "((\(left.name)) || (\(right.name))) && (\(third.name))",
          { (left.condition($0) || right.condition($0)) && third.condition($0) }
        ) { (left.holds($0) || right.holds($0)) && third.holds($0) }
      }
    }
  }
}

extension Bench {
  /// Compares both directions with Swift's sorting; `rows` are in the order of their keys.
  fileprivate func expectOrder<Value, Key: Comparable>(
    _ rows: [Specimen], _ name: String, _ column: (Specimen.Columns) -> Column<Value>, _ key: (Specimen) -> Key?
  ) async throws {
    let keyed = rows.enumerated().map { (key: key($1), offset: $0, row: $1) }
    func isBefore(_ left: Key?, _ right: Key?) -> Bool {
      guard let right else { return false }
      return left.map { $0 < right } ?? true
    }
    let ascending = keyed.sorted { left, right in
      isBefore(left.key, right.key) || (!isBefore(right.key, left.key) && left.offset < right.offset)
    }
    let descending = keyed.sorted { left, right in
      isBefore(right.key, left.key) || (!isBefore(left.key, right.key) && left.offset < right.offset)
    }
    let up = try await store.fetch(Specimen.all.order { column($0).ascending })
    expect(up.map(\.id), ascending.map(\.row.id), "ascending by \(name) (seed \(seed))")
    let down = try await store.fetch(Specimen.all.order { column($0).descending })
    expect(down.map(\.id), descending.map(\.row.id), "descending by \(name) (seed \(seed))")
  }
}

/// Bytes, compared as databases compare them.
struct Bytes: Comparable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(_ data: Data) { bytes = Array(data) }

  var withoutCase: [UInt8] { bytes.map { (65...90).contains($0) ? $0 + 32 : $0 } }

  func contains(_ other: Bytes) -> Bool {
    other.bytes.isEmpty
      || bytes.indices.contains { bytes[$0...].starts(with: other.bytes) }
  }

  static func < (left: Bytes, right: Bytes) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension UUID {
  func isBefore(_ other: UUID) -> Bool {
    withUnsafeBytes(of: uuid) { left in
      withUnsafeBytes(of: other.uuid) { right in left.lexicographicallyPrecedes(right) }
    }
  }
}
