import Foundation
import IgataRuntime
import IgataTesting
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Values that another program keeps in another form.
@Suite struct FormTests {
  private static let definitions = [
    "CREATE TABLE form_owners (id TEXT NOT NULL PRIMARY KEY, code CHAR(32) NOT NULL UNIQUE, name TEXT NOT NULL)",
    """
    CREATE TABLE form_rows (id INTEGER PRIMARY KEY, owner_id TEXT NOT NULL REFERENCES form_owners (id)
        DEFERRABLE INITIALLY DEFERRED,
      plain DATETIME NOT NULL, thousandths TIMESTAMP, iso TEXT NOT NULL, offset TEXT, seconds INTEGER NOT NULL,
      milliseconds BIGINT, apple REAL, amount DECIMAL(10, 3) NOT NULL, rate REAL, upper VARCHAR(36))
    """,
  ]

  private let scratch: Scratch
  private var path: String { scratch.path("forms.sqlite") }

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
    try await store.prepare([FormOwner.self, FormRow.self])
    return store
  }

  private static func date(_ microseconds: Int64) -> Date { Date(microsecondsSince1970: microseconds) }

  /// Each query has the same result as in memory, where values have no form.
  @Test func queriesAreThoseOfMemory() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var number = 0
    let models: [any PersistableModel.Type] = [FormOwner.self, FormRow.self]
    let result = try await QueryComparison(models).run(count: FuzzingBudget.rounds(10_000), seed: seed) {
      let memory = MemoryBackend()
      return memory
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

  /// Values that another program writes otherwise than the store does, and that are the same: other digits, other zones,
  /// fractions of a microsecond.
  private static let otherTexts = """
    CREATE TRIGGER form_digits AFTER INSERT ON form_rows BEGIN
      UPDATE form_rows SET
        plain = plain || CASE WHEN id % 3 = 0 THEN '' WHEN length(plain) = 19 THEN '.0' ELSE '00' END,
        thousandths = thousandths || CASE WHEN id % 2 = 0 THEN '000' ELSE '' END,
        iso = substr(iso, 1, length(iso) - 1)
          || CASE WHEN id % 3 = 0 THEN '' WHEN length(iso) = 20 THEN '.00' ELSE '0' END || 'Z',
        offset = CASE WHEN offset BETWEEN '0002' AND '9999' AND id % 2 = 0
          THEN datetime(substr(offset, 1, 19), '-210 minutes') || substr(offset, 20, length(offset) - 25) || '-03:30'
          ELSE offset END,
        apple = apple + CASE WHEN abs(apple) < 1e9 AND id % 2 = 0 THEN 0.0000002 ELSE 0 END,
        amount = amount + CASE WHEN abs(amount) < 1000 AND id % 2 = 0 THEN 0.0000000001 ELSE 0 END
      WHERE id = new.id;
    END
    """

  @Test func queriesOverOtherTextsAreThoseOfMemory() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var number = 0
    let models: [any PersistableModel.Type] = [FormOwner.self, FormRow.self]
    let result = try await QueryComparison(models).run(count: FuzzingBudget.rounds(10_000), seed: seed) {
      MemoryBackend()
    } found: {
      number += 1
      let path = scratch.path("other\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for sql in Self.definitions + [Self.otherTexts] + Self.indexes { _ = try connection.texts(sql) }
      return try SQLiteBackend(path: path)
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  private static let indexes = [
    "plain", "thousandths", "iso", "offset", "seconds", "milliseconds", "apple", "amount", "rate", "upper",
  ].map { "CREATE INDEX form_rows_\($0) ON form_rows (\($0))" }

  /// One more query than `limit` would read finds nothing that a page has not.
  @Test func pagesOverEqualDates() async throws {
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    try other("INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')")
    let texts = ["13", "13.0", "13.000000001", "13.5", "13.50", "13.500000", "12.999999", "14"]
    for id in 0..<40 {
      let text = "2024-05-27 11:12:" + texts[(id * 7) % texts.count]
      try other(
        "INSERT INTO form_rows VALUES (\(id + 1), '\(uuid)', '\(text)', \(id % 3 == 0 ? "NULL" : "'\(text)'"), "
          + "'2024-05-27T11:12:13Z', NULL, \(id % 4), NULL, NULL, 3, 2, NULL)")
    }
    let store = try await store()
    let all = try await store.fetch(FormRow.all)
    let expected = all.sorted { ($0.plain, $0.id) < ($1.plain, $1.id) }.map(\.id)
    let descending = all.sorted { ($1.plain, $0.id) < ($0.plain, $1.id) }.map(\.id)
    let first = Date.distantPast
    let nullable = all.sorted { ($0.thousandths ?? first, $0.id) < ($1.thousandths ?? first, $1.id) }.map(\.id)
    for limit in [1, 2, 3, 7, 39, 40, 41, Int.max] {
      for offset in [0, 1, 5, 39, 40, 41] {
        let rows = try await store.fetch(FormRow.all.order { $0.plain.ascending }.limit(limit).offset(offset))
        #expect(rows.map(\.id) == Array(expected.dropFirst(offset).prefix(limit)), "\(limit) \(offset)")
        let last = try await store.fetch(FormRow.all.order { $0.plain.descending }.limit(limit).offset(offset))
        #expect(last.map(\.id) == Array(descending.dropFirst(offset).prefix(limit)), "\(limit) \(offset)")
        let some = try await store.fetch(FormRow.all.order { $0.thousandths.ascending }.limit(limit).offset(offset))
        #expect(some.map(\.id) == Array(nullable.dropFirst(offset).prefix(limit)), "\(limit) \(offset)")
      }
    }
  }

  /// A row that has no date isn't found by a date, and is an error where it is read.
  @Test func oddRows() async throws {
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    let store = try await store()
    try other("INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')")
    for (id, text) in ["'2024-05-27 11:12:13'", "'2024-05-27T11:12:13'", "'27.05.2024'", "5"].enumerated() {
      try other(
        "INSERT INTO form_rows VALUES (\(id + 1), '\(uuid)', \(text), NULL, '2024-05-27T11:12:13Z', NULL, "
          + "\(id == 0 ? "5" : "5.5"), NULL, NULL, 3, 2, NULL)")
    }
    let date = Self.date(1_716_808_333_000_000)
    let rows = try await store.fetch(FormRow.where { $0.plain == date && $0.seconds == Self.date(5_000_000) })
    #expect(rows.map(\.id) == [1])
    for query in [
      FormRow.all.order { $0.plain.ascending }.limit(3), FormRow.where { $0.plain > date },
      FormRow.where { $0.plain < date }, FormRow.where { $0.seconds > Self.date(4_000_000) && $0.id > 1 },
    ] {
      await #expect {
        _ = try await store.fetch(query)
      } throws: { error in
        if case StoreError.corrupted = error { true } else { false }
      }
    }
    await #expect(throws: StoreError.self) { _ = try await store.max(FormRow.all) { $0.plain } }
    // Nor is it computed with, or written elsewhere.
    let unread = StoreError.corrupted(
      model: "FormRow", row: nil, column: "plain", problem: "a row has another form there")
    await #expect(throws: unread) { try await store.update(FormRow.all) { $0.thousandths.set($0.plain) } }
    await #expect(throws: unread) { _ = try await store.count(FormRow.where { $0.plain.year == 2024 }) }
    #expect(try other("SELECT count(*) FROM form_rows WHERE thousandths IS NOT NULL") == [["0"]])
    try other("UPDATE form_rows SET amount = 'much' WHERE id = 2")
    await #expect(throws: StoreError.self) { _ = try await store.sum(FormRow.all) { $0.amount } }
    // A date so far away that a `Date` has no thousandths of its seconds is found by its own value.
    try other("UPDATE form_rows SET milliseconds = 253402300799999 WHERE id = 1")
    let far = try await store.select(FormRow.where { $0.id == 1 }) { $0.milliseconds }
    #expect(try await store.count(FormRow.where { $0.milliseconds.isIn(far) }) == 1)
  }

  /// A condition uses the index of its column, and so does an order with a limit where texts are in the order of dates.
  @Test func conditionsUseIndexes() async throws {
    let store = try await store()
    for index in Self.indexes { try other(index) }
    let (date, later) = (Self.date(1_716_808_333_123_456), Self.date(1_716_808_339_000_000))
    // Without another order, SQLite may read all rows in that of the key.
    func plan(_ query: Query<FormRow>, isOrdered: Bool = false) async throws -> String {
      try await store.explain(isOrdered ? query : query.order { $0.rate.ascending }).description
    }
    func searches(
      _ name: String, _ equal: Query<FormRow>, _ list: Query<FormRow>, _ less: Query<FormRow>, _ range: Query<FormRow>,
      _ order: Query<FormRow>?
    ) async throws {
      for query in [equal, list, less, range] {
        let plan = try await plan(query)
        #expect(plan.contains("form_rows_\(name)") && !plan.contains("SCAN t0"), "\(name): \(plan)")
      }
      guard let order else { return }
      let plan = try await plan(order, isOrdered: true)
      #expect(plan.contains("form_rows_\(name)"), "\(name): \(plan)")
      #expect(!plan.split(separator: "\n").contains { $0.hasSuffix("SCAN t0") }, "\(name): \(plan)")
    }
    try await searches(
      "plain", FormRow.where { $0.plain == date }, FormRow.where { $0.plain.isIn([date, later]) },
      FormRow.where { $0.plain < date }, FormRow.where { $0.plain >= date && $0.plain <= later },
      FormRow.all.order { $0.plain.descending }.limit(5))
    try await searches(
      "thousandths", FormRow.where { $0.thousandths == date }, FormRow.where { $0.thousandths.isIn([date, later]) },
      FormRow.where { $0.thousandths < date }, FormRow.where { $0.thousandths >= date && $0.thousandths <= later },
      FormRow.all.order { $0.thousandths.ascending }.limit(5))
    try await searches(
      "iso", FormRow.where { $0.iso == date }, FormRow.where { $0.iso.isIn([date, later]) },
      FormRow.where { $0.iso < date }, FormRow.where { $0.iso >= date && $0.iso <= later }, nil)
    try await searches(
      "offset", FormRow.where { $0.offset == date }, FormRow.where { $0.offset.isIn([date, later]) },
      FormRow.where { $0.offset < date }, FormRow.where { $0.offset >= date && $0.offset <= later }, nil)
    try await searches(
      "seconds", FormRow.where { $0.seconds == date }, FormRow.where { $0.seconds.isIn([date, later]) },
      FormRow.where { $0.seconds < date }, FormRow.where { $0.seconds >= date && $0.seconds <= later },
      FormRow.all.order { $0.seconds.ascending }.limit(5))
    try await searches(
      "milliseconds", FormRow.where { $0.milliseconds == date }, FormRow.where { $0.milliseconds.isIn([date, later]) },
      FormRow.where { $0.milliseconds < date }, FormRow.where { $0.milliseconds >= date && $0.milliseconds <= later },
      FormRow.all.order { $0.milliseconds.descending }.limit(5))
    try await searches(
      "apple", FormRow.where { $0.apple == date }, FormRow.where { $0.apple.isIn([date, later]) },
      FormRow.where { $0.apple < date }, FormRow.where { $0.apple >= date && $0.apple <= later }, nil)
    try await searches(
      "amount", FormRow.where { $0.amount == 1.5 }, FormRow.where { $0.amount.isIn([1.5, 2]) },
      FormRow.where { $0.amount < 1.5 }, FormRow.where { $0.amount >= 1 && $0.amount <= 2 }, nil)
    let many = (0..<20).map { Self.date(Int64($0) * 1_000_000) }
    for query in [FormRow.where { $0.plain.isIn(many) }, FormRow.where { $0.seconds.isIn(many) }] {
      let plan = try await plan(query)
      #expect(plan.contains("SEARCH t0 USING INDEX"), "\(plan)")
    }
    let uuid = UUID()
    let order = try await plan(FormRow.where { $0.upper > uuid }.order { $0.upper.ascending }.limit(5), isOrdered: true)
    #expect(order.contains("SEARCH t0 USING INDEX form_rows_upper") && !order.contains("TEMP"), "\(order)")
    let sorted = try await plan(FormRow.all.order { $0.seconds.ascending }.limit(5), isOrdered: true)
    #expect(!sorted.contains("TEMP"), "\(sorted)")
    // A date has one number of seconds, whose rows an index has in the order of the keys.
    let equal = try await plan(FormRow.where { $0.seconds == later }, isOrdered: true)
    #expect(equal.contains("form_rows_seconds") && !equal.contains("TEMP"), "\(equal)")
  }

  /// What is written is what the other program reads.
  @Test func writtenForms() async throws {
    let store = try await store()
    let uuid = try #require(UUID(uuidString: "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D"))
    let owner = FormOwner(id: uuid, code: uuid, name: "Ann")
    let moment = Self.date(1_716_808_333_123_456)
    let row = FormRow(
      id: 1, owner: owner, plain: moment, thousandths: moment, iso: moment, offset: moment, seconds: moment,
      milliseconds: moment, apple: moment, amount: 12.345, rate: 1.25, upper: uuid)
    let saved = try await store.save(row)
    #expect(
      try other("SELECT * FROM form_rows") == [[
        "1", "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d", "2024-05-27 11:12:13.123456", "2024-05-27 11:12:13.123",
        "2024-05-27T11:12:13.123456Z", "2024-05-27 11:12:13.123456+00:00", "1716808333", "1716808333123",
        "738501133.0", "12.345", "1.25", "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D",
      ]])
    #expect(try other("SELECT code FROM form_owners") == [["2f1f4f4e0c3a4f579d5e6f0f4a1b2c3d"]])
    #expect(try other("SELECT typeof(apple), typeof(seconds), typeof(rate) FROM form_rows") == [["real", "integer", "real"]])
    // The saved model is what is stored.
    #expect(saved.thousandths == Self.date(1_716_808_333_123_000) && saved.seconds == Self.date(1_716_808_333_000_000))
    #expect(try await store.find(FormRow.self, id: 1) == saved)
    #expect(try await store.find(FormOwner.self, id: uuid)?.code == uuid)
    #expect(try await store.fetch(FormRow.where { $0.owner.id == uuid && $0.plain > Self.date(0) }).count == 1)
    try await store.update(FormRow.all) { $0.seconds.set(Self.date(-600_000)) }
    #expect(try other("SELECT seconds FROM form_rows") == [["-1"]])
    // A number that isn't exact as one is refused.
    await #expect(throws: StoreError.self) {
      try await store.update(FormRow.all) { $0.amount.set(Currency(storedInteger: .max - 1)) }
    }
  }

  /// More digits than are written stay until the value changes.
  @Test func unchangedValuesStay() async throws {
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    try other(
      "INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')",
      "INSERT INTO form_rows VALUES (1, '\(uuid)', '2024-05-27 11:12:13', '2024-05-27 11:12:13.123456789', "
        + "'2024-05-27T11:12:13.120Z', '2024-05-27 13:12:13+02:00', 5, 7, 1.5, 3, 2, NULL)")
    let before = try scratch.bytes("forms.sqlite")
    let store = try await store()
    var row = try #require(try await store.find(FormRow.self, id: 1))
    #expect(row.thousandths == Self.date(1_716_808_333_123_456) && row.offset == Self.date(1_716_808_333_000_000))
    #expect(row.apple == Self.date(978_307_201_500_000) && row.amount == 3 && row.rate == 2)
    row = try await store.save(row)
    #expect(try scratch.bytes("forms.sqlite") == before)
    row.amount = 4
    try await store.save(row)
    #expect(
      try other("SELECT plain, thousandths, iso, offset, apple, amount FROM form_rows") == [[
        "2024-05-27 11:12:13", "2024-05-27 11:12:13.123456789", "2024-05-27T11:12:13.120Z", "2024-05-27 13:12:13+02:00",
        "1.5", "4",
      ]])
  }

  /// A key that would be generated for a new row, and dates that a `Date` has only nearly.
  @Test func rowsOfOthersStayTheSame() async throws {
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    try other(
      "INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')",
      "INSERT INTO form_rows VALUES (0, '\(uuid)', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999', "
        + "'2500-01-01T00:00:00.074Z', NULL, 5, 253402300799999, NULL, 3, 2, NULL)")
    let before = try scratch.bytes("forms.sqlite")
    let store = try await store()
    let row = try #require(try await store.fetch(FormRow.all).first)
    try await store.save(row)
    try await store.update([row])
    #expect(try scratch.bytes("forms.sqlite") == before)
    for query in [
      FormRow.where { $0.thousandths == row.thousandths }, FormRow.where { $0.milliseconds == row.milliseconds },
      FormRow.where { $0.iso == row.iso },
    ] { #expect(try await store.count(query) == 1) }
    try await store.save(
      FormRow(
        id: 2, owner: row.owner, plain: row.plain, thousandths: row.thousandths, iso: row.iso, seconds: row.seconds,
        milliseconds: row.milliseconds, amount: 0))
    #expect(
      try other("SELECT count(DISTINCT thousandths), count(DISTINCT milliseconds), count(*) FROM form_rows")
        == [["1", "1", "2"]])
  }

  /// A value in another form is an error with its row and its column, and never another value.
  @Test(arguments: [
    ("plain", "'27.05.2024'"), ("plain", "'2024-05-27T11:12:13'"), ("plain", "'2024-05-27 11:12:13Z'"),
    ("plain", "1716808333"), ("plain", "'2024-02-30 11:12:13'"), ("plain", "''"), ("plain", "x'00'"),
    ("iso", "'2024-05-27 11:12:13'"), ("offset", "'2024-05-27 11:12:13'"), ("seconds", "'5'x"), ("seconds", "'2024'x"),
    ("milliseconds", "'now'"), ("milliseconds", "9223372036854775807"), ("milliseconds", "8900000000000001"),
    ("amount", "'1.5 EUR'"), ("amount", "1.00004"), ("amount", "9223372036854775807"), ("rate", "0.123"),
    ("upper", "'2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d'"),
    ("upper", "x'2f1f4f4e0c3a4f579d5e6f0f4a1b2c3d'"), ("upper", "'none'"),
  ])
  func otherForms(_ column: String, _ value: String) async throws {
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    let store = try await store()
    try other(
      "INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')",
      "INSERT INTO form_rows VALUES (7, '\(uuid)', '2024-05-27 11:12:13', NULL, '2024-05-27T11:12:13Z', NULL, 5, 7, 1, 3, 2, "
        + "NULL)", "UPDATE form_rows SET \(column) = \(value.hasSuffix("x") ? String(value.dropLast()) + " || 'x'" : value)")
    await #expect {
      _ = try await store.fetch(FormRow.all)
    } throws: { error in
      guard case StoreError.corrupted(let model, let row, let name, _) = error else { return false }
      return model == "FormRow" && row == "7" && name == column
    }
    await #expect(throws: StoreError.self) { try await Store(SQLiteBackend(path: path)).prepare([FormOwner.self, FormRow.self]) }
  }

  /// A connection that is open follows a second `prepare`.
  @Test func columnsThatChange() async throws {
    let store = try await store()
    let uuid = "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d"
    try other("INSERT INTO form_owners VALUES ('\(uuid)', '00000000000000000000000000000000', 'Ann')")
    #expect(try await store.count(FormOwner.where { $0.name == "ANN" }) == 0)
    try other(
      "ALTER TABLE form_owners RENAME TO old",
      "CREATE TABLE form_owners (id TEXT NOT NULL PRIMARY KEY, code CHAR(32) NOT NULL UNIQUE, name TEXT NOT NULL COLLATE NOCASE)",
      "INSERT INTO form_owners SELECT * FROM old")
    #expect(try await store.count(FormOwner.where { $0.name == "ANN" }) == 1)
    try await store.prepare([FormOwner.self])
    #expect(try await store.count(FormOwner.where { $0.name == "ANN" }) == 0)
  }

  /// A moment in milliseconds as a key.
  @Test func datesAsKeys() async throws {
    let definitions = [
      "CREATE TABLE form_ticks (at TIMESTAMP NOT NULL PRIMARY KEY, note TEXT NOT NULL)",
      """
      CREATE TABLE form_marks (id INTEGER PRIMARY KEY, tick_at TIMESTAMP NOT NULL REFERENCES form_ticks (at)
          ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
        old_at TIMESTAMP REFERENCES form_ticks (at) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED)
      """, "CREATE INDEX form_marks_tick ON form_marks (tick_at)", "CREATE INDEX form_marks_old ON form_marks (old_at)",
    ]
    let seed = UInt64.random(in: 0...UInt64.max)
    var number = 0
    let result = try await QueryComparison([FormTick.self, FormMark.self]).run(
      count: FuzzingBudget.rounds(5_000), seed: seed
    ) {
      MemoryBackend()
    } found: {
      number += 1
      let path = scratch.path("keys\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for sql in definitions { _ = try connection.texts(sql) }
      return try SQLiteBackend(path: path)
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
    for sql in definitions { try other(sql) }
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare([FormTick.self, FormMark.self])
    let ticks = (0..<30).map { FormTick(at: Self.date(Int64($0) * 1_000), note: "\($0)") }
    try await store.insert(ticks.enumerated().map { FormMark(id: $0.offset + 1, tick: $0.element) })
    #expect(try await store.find(FormTick.self, id: Self.date(7_000))?.note == "7")
    #expect(try await store.find(FormTick.self, id: Self.date(7_001)) == nil)
    #expect(try await store.fetch(FormMark.all).map(\.tick.note) == ticks.map(\.note))
    let between = ticks.prefix(20).map { $0.at + 0.0002 }
    #expect(try await store.count(FormTick.where { $0.at.isIn(between) }) == 0)
    // SQLite would calculate with a single value of a list in place of the column.
    #expect(try await store.count(FormTick.where { $0.at.isIn([between[0]]) && $0.at.year > 1970 }) == 0)
    #expect(try await store.count(FormTick.where { $0.at == between[0] && $0.at.year > 1970 }) == 0)
    #expect(try await store.count(FormTick.where { $0.at == ticks[3].at && $0.at.year == 1970 }) == 1)
    let many = ticks.prefix(20).map(\.at)
    for query in [FormTick.where { $0.at == many[3] }, FormTick.where { $0.at.isIn(many) }] {
      let plan = try await store.explain(query).description
      #expect(plan.contains("SEARCH t0 USING"), "\(plan)")
    }
    let joined = try await store.explain(FormMark.where { $0.tick.note == "3" }).description
    #expect(joined.contains("SEARCH t"), "\(joined)")
    #expect(try await store.delete(FormMark.where { $0.tick.at == many[3] }) == 1)
    try await store.delete(FormTick.where { $0.at == many[3] })
    #expect(try await store.count(FormTick.all) == 29)
  }

  /// A lookup and a relation by a key with a form use the index.
  @Test func keysUseTheirIndex() async throws {
    let store = try await store()
    let uuid = UUID()
    let many = (0..<20).map { _ in UUID() }
    let queries = [
      FormOwner.where { $0.id == uuid }, FormOwner.where { $0.code == uuid }, FormOwner.where { $0.id.isIn(many) },
      FormOwner.where { $0.code.isIn(many) },
    ]
    for query in queries {
      let plan = try await store.explain(query)
      #expect(plan.description.contains("SEARCH t0 USING"), "\(plan)")
    }
  }
}
