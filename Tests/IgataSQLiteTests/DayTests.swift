import Foundation
import IgataRuntime
import IgataTesting
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Days in tables of other programs, and as SQLite itself has them.
@Suite struct DayTests {
  private static let definitions = [
    "CREATE TABLE day_keys (day INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (day))",
    """
    CREATE TABLE day_rows (id INTEGER PRIMARY KEY,
      owner_day INTEGER REFERENCES day_keys (day) DEFERRABLE INITIALLY DEFERRED,
      plain DATE NOT NULL, maybe TEXT, digits TEXT NOT NULL, maybe_digits CHAR(8), number INTEGER NOT NULL,
      maybe_number DATE)
    """,
    "CREATE INDEX day_rows_plain ON day_rows (plain)", "CREATE INDEX day_rows_digits ON day_rows (digits)",
    "CREATE INDEX day_rows_number ON day_rows (number)",
  ].map { $0.replacing("day INTEGER NOT NULL, name", with: "day NUMERIC NOT NULL, name") }

  private let scratch: Scratch
  private var path: String { scratch.path("days.sqlite") }

  init() throws {
    scratch = try Scratch()
    for sql in Self.definitions { try other(sql) }
  }

  @discardableResult
  private func other(_ statements: String...) throws -> [[String?]] {
    let connection = try Connection(path: path, flags: 6)
    var rows: [[String?]] = []
    for statement in statements { rows = try connection.texts(statement) }
    return rows
  }

  private func store() async throws -> Store {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare([DayKey.self, DayRow.self])
    return store
  }

  private static func day(_ text: String) -> Day { Day(_literal: text) }

  private static func row(_ id: Int, _ day: Day) -> DayRow {
    DayRow(id: id, plain: day, maybe: day, digits: day, maybeDigits: day, number: day, maybeNumber: day)
  }

  /// SQLite's own calendar has the same days.
  @Test(arguments: [("0001-01-01", 80_000), ("1580-01-01", 200_000), ("9780-01-01", 80_352)])
  func daysOfSQLite(_ first: String, _ count: Int) throws {
    let rows = try other(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      SELECT date('\(first)', i || ' days'), strftime('%w', '\(first)', i || ' days') FROM n
      """)
    #expect(rows.count == count)
    let start = try #require(Day(first))
    for (number, row) in rows.enumerated() {
      guard let text = row[0], let day = start.adding(days: number), day.description == text, Day(text) == day,
        "\(day.weekday - 1)" == row[1]
      else {
        Issue.record("\(row)")
        return
      }
    }
  }

  /// Each query has the same result as in memory, where values have no form.
  @Test func queriesAreThoseOfMemory() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var number = 0
    let models: [any PersistableModel.Type] = [DayKey.self, DayRow.self]
    let result = try await QueryComparison(models).run(count: FuzzingBudget.rounds(10_000), seed: seed) {
      MemoryBackend()
    } found: {
      number += 1
      let path = scratch.path("\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for sql in Self.definitions { _ = try connection.texts(sql) }
      return try SQLiteBackend(path: path)
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  private static let fields: [(String, DayField<DayRow>)] = [
    ("plain", DayField({ $0.plain }, { $0.plain })), ("maybe", DayField({ $0.maybe }, { $0.maybe })),
    ("digits", DayField({ $0.digits }, { $0.digits })), ("maybeDigits", DayField({ $0.maybeDigits }, { $0.maybeDigits })),
    ("number", DayField({ $0.number }, { $0.number })), ("maybeNumber", DayField({ $0.maybeNumber }, { $0.maybeNumber })),
  ]

  /// The same conditions as plain closures: 1,000 of each field, and of all of them together.
  @Test(arguments: 0...6, [false, true])
  func conditionsAreThoseOfClosures(_ field: Int, _ isInMemory: Bool) async throws {
    let store: Store
    if isInMemory {
      store = Store(MemoryBackend())
      try await store.prepare([DayKey.self, DayRow.self])
    } else {
      store = try await self.store()
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    let fields = Self.fields.map(\.1)
    var conditions = DayConditions(field < fields.count ? [fields[field]] : fields, seed: seed)
    var rows: [DayRow] = []
    for number in 1...60 {
      var row = Self.row(number, conditions.day())
      (row.digits, row.number) = (conditions.day(), conditions.day())
      if number % 3 == 0 { (row.maybe, row.maybeDigits, row.maybeNumber) = (nil, conditions.day(), nil) }
      if number % 4 == 0 { (row.maybe, row.maybeDigits, row.maybeNumber) = (conditions.day(), nil, conditions.day()) }
      rows.append(row)
    }
    try await store.save(rows)
    for number in 0..<1000 {
      let (query, holds) = conditions.next()
      let found = try await store.fetch(query).map(\.id).sorted()
      let expected = rows.filter(holds).map(\.id)
      guard found == expected else {
        Issue.record("seed \(seed), \(number): \(query): found \(found), expected \(expected)")
        return
      }
    }
    let all = DayRow.all
    #expect(try await store.fetch(all.order { [$0.number.descending, $0.id.ascending] }).map(\.id)
      == rows.sorted { ($1.number, $0.id) < ($0.number, $1.id) }.map(\.id))
    #expect(try await store.min(all) { $0.digits } == rows.map(\.digits).min())
    #expect(try await store.max(all) { $0.maybeNumber } == rows.compactMap(\.maybeNumber).max())
    #expect(try await store.min(all) { $0.plain } == rows.map(\.plain).min())
  }

  /// Parts are selected, grouped and sorted by, added up and assigned as plain Swift does.
  @Test(arguments: [false, true]) func partsOfDays(_ isInMemory: Bool) async throws {
    let store = isInMemory ? Store(MemoryBackend()) : try await store()
    if isInMemory { try await store.prepare([DayKey.self, DayRow.self]) }
    var rows = (0..<400).map { Self.row($0 + 1, Day.first.adding(days: $0 * 9130) ?? .last) }
    rows[7].maybe = nil
    rows[8].maybeNumber = nil
    try await store.save(rows)
    let all = DayRow.all.order { $0.id.ascending }
    let found = try await store.select(all) {
      ($0.digits.year, $0.number.month, $0.plain.day, $0.maybe.weekday, $0.maybeNumber.startOfMonth)
    }
    for (parts, row) in zip(found, rows) {
      let start = row.maybeNumber.flatMap { Day(year: $0.year, month: $0.month, day: 1) }
      #expect(parts == (row.digits.year, row.number.month, row.plain.day, row.maybe?.weekday, start))
    }
    let months = try await store.select(DayRow.all.grouped { $0.number.month }) {
      ($0.number.month, $0.count, $0.max { $0.digits.startOfMonth })
    }
    let expected = Dictionary(grouping: rows, by: \.number.month)
    #expect(months.count == 12)
    for (month, count, last) in months {
      let days = (expected[month] ?? []).compactMap { Day(year: $0.digits.year, month: $0.digits.month, day: 1) }
      #expect(count == days.count && last == days.max())
    }
    #expect(try await store.distinct(DayRow.all) { $0.plain.weekday } == [1, 2, 3, 4, 5, 6, 7])
    #expect(try await store.distinct(DayRow.all) { $0.maybe }.count == 400)
    #expect(try await store.sum(DayRow.all) { $0.digits.day } == Int64(rows.reduce(0) { $0 + $1.digits.day }))
    let sorted = rows.sorted { (-$0.digits.day, $0.number) < (-$1.digits.day, $1.number) }
    let order = DayRow.all.order { ($0.digits.day.descending, $0.number.ascending) }
    #expect(try await store.fetch(order).map(\.id) == sorted.map(\.id))
    try await store.update(DayRow.all) { $0.number.set($0.plain.startOfMonth) }
    let starts = try await store.fetch(all).map(\.number)
    #expect(starts == rows.map { Day(year: $0.plain.year, month: $0.plain.month, day: 1) ?? .last })
  }

  /// What is written is what the other program reads.
  @Test func writtenForms() async throws {
    let store = try await store()
    let (early, leap) = (Self.day("0007-01-02"), Self.day("2024-02-29"))
    try await store.save(DayKey(day: leap, name: "leap"))
    var row = Self.row(1, leap)
    row.owner = try await store.find(DayKey.self, id: leap)
    let saved = try await store.save(row)
    try await store.save(Self.row(2, early))
    let columns = ["owner_day", "plain", "maybe", "digits", "maybe_digits", "number", "maybe_number"]
    #expect(
      try other("SELECT \(columns.joined(separator: ", ")) FROM day_rows ORDER BY id") == [
        ["20240229", "2024-02-29", "2024-02-29", "20240229", "20240229", "20240229", "20240229"],
        [nil, "0007-01-02", "0007-01-02", "00070102", "00070102", "70102", "70102"],
      ])
    #expect(
      try other("SELECT \(columns.map { "typeof(\($0))" }.joined(separator: ", ")) FROM day_rows WHERE id = 1")
        == [["integer", "text", "text", "text", "text", "integer", "integer"]])
    #expect(try await store.fetch(DayRow.where { $0.id == 1 }.including { $0.owner }) == [saved])
    #expect(try await store.find(DayRow.self, id: 2) == Self.row(2, early))
    #expect(try await store.fetch(DayRow.where { $0.owner.day == leap }).map(\.id) == [1])
    try await store.update(DayRow.where { $0.number == early }) { $0.number.set(.last) }
    #expect(try other("SELECT number FROM day_rows WHERE id = 2") == [["99991231"]])
    // Rows that didn't change are not written.
    let before = try scratch.bytes("days.sqlite")
    try await store.save(try await store.fetch(DayRow.all))
    #expect(try scratch.bytes("days.sqlite") == before)
  }

  /// A value in another form is an error with its row and its column, and never another value.
  @Test(arguments: [
    ("plain", "'27.05.2024'"), ("plain", "'2024-02-30'"), ("plain", "'2024-05-27 00:00:00'"), ("plain", "20240527"),
    ("plain", "'0000-01-01'"), ("plain", "x'00'"), ("plain", "''"), ("maybe", "'2024-5-27'"), ("maybe", "'now'"),
    ("digits", "'2024-05-27'"), ("digits", "'20240230'"), ("digits", "'2024052'"), ("digits", "'０２４05270'"),
    ("number", "20240230"), ("number", "20241301"), ("number", "-20240527"), ("number", "202405270"), ("number", "1.5"),
    ("number", "'2024-05-27'"), ("number", "9223372036854775807"), ("maybe_number", "'2024-05-27'"),
    ("maybe_number", "101"),
  ])
  func otherForms(_ column: String, _ value: String) async throws {
    let store = try await store()
    try other(
      "INSERT INTO day_rows VALUES (7, NULL, '2024-05-27', NULL, '20240527', NULL, 20240527, NULL)",
      "UPDATE day_rows SET \(column) = \(value)")
    let field = column.replacing("_number", with: "Number")
    await #expect {
      _ = try await store.fetch(DayRow.all)
    } throws: { error in
      guard case StoreError.corrupted(let model, let row, let name, _) = error else { return false }
      return model == "DayRow" && row == "7" && name == field
    }
    await #expect {
      _ = try await store.select(DayRow.all) {
        ($0.plain.year, $0.maybe.month, $0.digits.year, $0.maybeDigits.day, $0.number.weekday, $0.maybeNumber.year)
      }
    } throws: { error in
      if case StoreError.corrupted("DayRow", _, _, _) = error { true } else { false }
    }
    await #expect(throws: StoreError.self) { try await Store(SQLiteBackend(path: path)).prepare([DayKey.self, DayRow.self]) }
  }

  /// The value is converted, and not the column.
  @Test func conditionsUseIndexes() async throws {
    let store = try await store()
    let (day, other) = (Self.day("2024-05-27"), Self.day("2024-06-01"))
    let queries = [
      DayRow.where { $0.plain == day }, DayRow.where { $0.plain.isIn(day..<other) }, DayRow.where { $0.digits == day },
      DayRow.where { $0.digits >= day && $0.digits < other }, DayRow.where { $0.number == day },
      DayRow.where { $0.digits.isIn([day, other]) }, DayRow.where { $0.number.isIn([day, other]) },
      DayRow.where { $0.number.isIn(day...other) },
    ]
    for query in queries {
      let plan = try await store.explain(query)
      #expect(plan.description.contains("SEARCH t0 USING"), "\(plan)")
    }
    for query in [DayRow.all.order { $0.plain.ascending }, DayRow.all.order { $0.number.descending }] {
      let plan = try await store.explain(query)
      #expect(plan.description.contains("USING INDEX") || plan.description.contains("USING COVERING INDEX"), "\(plan)")
    }
    let key = try await store.explain(DayKey.where { $0.day.isIn([day, other]) })
    #expect(key.description.contains("SEARCH t0 USING"), "\(key)")
  }

  /// Without a type, the digits of one row could be a text, and those of another one a number.
  @Test func columnsWithoutAType() async throws {
    try other("DROP TABLE day_rows", Self.definitions[1].replacing("digits TEXT", with: "digits BLOB"))
    await #expect {
      try await store()
    } throws: { error in
      guard case StoreError.schemaMismatch(let differences) = error else { return false }
      return differences.map(\.column) == ["digits"]
    }
  }

  /// Own tables refuse what isn't a day.
  @Test(arguments: ["2024-02-30", "2024-5-27", "2024-05-27 ", "now", "", "20240527", "2024-05-27T00:00:00Z"])
  func checksOfOwnTables(_ text: String) async throws {
    let store = Store(try SQLiteBackend(path: scratch.path("own.sqlite")))
    try await store.prepare([Holiday.self])
    let connection = try Connection(path: scratch.path("own.sqlite"), flags: 6)
    try await store.save(Holiday(day: .first, name: "first"))
    for column in ["day", "moved", "since"] {
      #expect(throws: (any Error).self) { try connection.texts("UPDATE holiday SET \(column) = '\(text)'") }
    }
    _ = try connection.texts("UPDATE holiday SET since = '2024-02-29', moved = NULL, others = '[\"2024-05-27\"]'")
    let holiday = try await store.fetch(Holiday.all).first
    #expect(holiday?.since == Self.day("2024-02-29") && holiday?.others == [Self.day("2024-05-27")])
    // The table is the one of the schema, also for another program's eyes.
    try await Store(try SQLiteBackend(path: scratch.path("own.sqlite"))).prepare([Holiday.self])
    await #expect(throws: StoreError.self) { try await store.save(Holiday(day: .last, name: "last", moved: .last)) }
    _ = try connection.texts("UPDATE holiday SET others = '[\"2024-02-30\"]'")
    await #expect {
      _ = try await store.fetch(Holiday.all)
    } throws: { error in
      guard case StoreError.corrupted("Holiday", "0001-01-01", "others", _) = error else { return false }
      return true
    }
  }
}
