#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
import IgataTesting
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Days in tables of other programs, and as the server itself has them.
@Suite(.enabled(if: TestServer.isThere)) struct DayTests {
  private static let definitions = """
    CREATE TABLE server_day_rows (id bigint PRIMARY KEY, plain date NOT NULL, maybe date, text text NOT NULL,
      varying varchar(12), digits char(8), number integer NOT NULL, long bigint);
    CREATE INDEX server_day_rows_plain ON server_day_rows (plain);
    CREATE INDEX server_day_rows_text ON server_day_rows (text);
    CREATE INDEX server_day_rows_digits ON server_day_rows (digits);
    CREATE INDEX server_day_rows_number ON server_day_rows (number);
    """

  private static func backend(_ more: String = "") async throws -> PostgreSQLBackend {
    let space = try await TestServer.space()
    try await TestServer.run(definitions + more, on: space)
    return try PostgreSQLBackend(space, options: .patient())
  }

  private static func day(_ text: String) -> Day { Day(_literal: text) }

  private static func row(_ id: Int, _ day: Day) -> ServerDayRow {
    ServerDayRow(id: id, plain: day, maybe: day, text: day, varying: day, digits: day, number: day, long: day)
  }

  /// The server's own calendar has the same days.
  @Test(arguments: [("0001-01-01", 80_000), ("1580-01-01", 200_000), ("9780-01-01", 80_352)])
  func daysOfTheServer(_ first: String, _ count: Int) async throws {
    let backend = try await Self.backend()
    let rows = try await backend.texts(
      """
      SELECT to_char(d, 'YYYY-MM-DD'), extract(dow FROM d)::text, (d - date '1970-01-01')::text
      FROM (SELECT date '\(first)' + i AS d FROM generate_series(0, \(count - 1)) AS i) AS days
      """)
    #expect(rows.count == count)
    let start = try #require(Day(first))
    for (number, row) in rows.enumerated() {
      guard let text = row[0], let day = start.adding(days: number), day.description == text, Day(text) == day,
        "\(day.weekday - 1)" == row[1], "\(day.daysSince1970)" == row[2]
      else {
        Issue.record("\(row)")
        return
      }
    }
  }

  /// Each query has the same result as in memory, where values have no form.
  @Test(.timeLimit(.minutes(20))) func queriesAreThoseOfMemory() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let models: [any PersistableModel.Type] = [ServerDayRow.self]
    let result = try await QueryComparison(models).run(count: FuzzingBudget.rounds(5_000), seed: seed) {
      MemoryBackend()
    } found: {
      try await Self.backend()
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  private static let fields: [(String, DayField<ServerDayRow>)] = [
    ("plain", DayField({ $0.plain }, { $0.plain })), ("maybe", DayField({ $0.maybe }, { $0.maybe })),
    ("text", DayField({ $0.text }, { $0.text })), ("varying", DayField({ $0.varying }, { $0.varying })),
    ("digits", DayField({ $0.digits }, { $0.digits })), ("number", DayField({ $0.number }, { $0.number })),
    ("long", DayField({ $0.long }, { $0.long })),
  ]

  /// The same conditions as plain closures: 1,000 of each field, and of all of them together.
  @Test(.timeLimit(.minutes(20)), arguments: 0...7) func conditionsAreThoseOfClosures(_ field: Int) async throws {
    let store = Store(try await Self.backend())
    try await store.prepare([ServerDayRow.self])
    let seed = UInt64.random(in: 0...UInt64.max)
    let fields = Self.fields.map(\.1)
    var conditions = DayConditions(field < fields.count ? [fields[field]] : fields, seed: seed)
    var rows: [ServerDayRow] = []
    for number in 1...60 {
      var row = Self.row(number, conditions.day())
      (row.text, row.number) = (conditions.day(), conditions.day())
      if number % 3 == 0 { (row.maybe, row.varying, row.long) = (nil, conditions.day(), nil) }
      if number % 4 == 0 { (row.maybe, row.varying, row.digits) = (conditions.day(), nil, nil) }
      rows.append(row)
    }
    try await store.save(rows)
    #expect(try await store.fetch(ServerDayRow.all.order { $0.id.ascending }) == rows)
    for number in 0..<1000 {
      let (query, holds) = conditions.next()
      let found = try await store.fetch(query).map(\.id).sorted()
      let expected = rows.filter(holds).map(\.id)
      guard found == expected else {
        Issue.record("seed \(seed), \(number): \(query): found \(found), expected \(expected)")
        return
      }
    }
    let all = ServerDayRow.all
    #expect(try await store.fetch(all.order { [$0.text.descending, $0.id.ascending] }).map(\.id)
      == rows.sorted { ($1.text, $0.id) < ($0.text, $1.id) }.map(\.id))
    #expect(try await store.min(all) { $0.number } == rows.map(\.number).min())
    #expect(try await store.max(all) { $0.varying } == rows.compactMap(\.varying).max())
  }

  /// Parts don't depend on the zone of the session.
  @Test(arguments: ["UTC", "America/Sao_Paulo", "Pacific/Apia"]) func partsOfDays(_ zone: String) async throws {
    let space = try await TestServer.space()
    try await TestServer.run(Self.definitions, on: space)
    let store = Store(try PostgreSQLBackend(String(space.dropLast()) + " -c TimeZone=\(zone)'", options: .patient()))
    try await store.prepare([ServerDayRow.self])
    var rows = (0..<400).map { Self.row($0 + 1, Day.first.adding(days: $0 * 9130) ?? .last) }
    rows[7].maybe = nil
    try await store.save(rows)
    let all = ServerDayRow.all.order { $0.id.ascending }
    let found = try await store.select(all) {
      ($0.digits.year, $0.number.month, $0.plain.day, $0.maybe.weekday, $0.long.startOfMonth, $0.text.startOfMonth)
    }
    for (parts, row) in zip(found, rows) {
      let start = Day(year: row.plain.year, month: row.plain.month, day: 1)
      #expect(parts.0 == row.digits?.year && parts.1 == row.number.month && parts.2 == row.plain.day)
      #expect(parts.3 == row.maybe?.weekday && parts.4 == start && parts.5 == start)
    }
    let months = try await store.select(ServerDayRow.all.grouped { $0.plain.startOfMonth }) {
      ($0.plain.startOfMonth, $0.count, $0.min { $0.text.day })
    }
    let expected = Dictionary(grouping: rows) { Day(year: $0.plain.year, month: $0.plain.month, day: 1) }
    #expect(months.count == expected.count)
    for (month, count, least) in months {
      #expect(count == expected[month]?.count && least == expected[month]?.map(\.text.day).min())
    }
    #expect(try await store.distinct(ServerDayRow.all) { $0.varying.weekday } == [1, 2, 3, 4, 5, 6, 7])
    try await store.update(ServerDayRow.all) { $0.number.set($0.plain.startOfMonth) }
    let starts = try await store.fetch(all).map(\.number)
    #expect(starts == rows.map { Day(year: $0.plain.year, month: $0.plain.month, day: 1) ?? .last })
  }

  /// What is written is what the other program reads, whichever way the rows take.
  @Test func writtenForms() async throws {
    let backend = try await Self.backend()
    let store = Store(backend)
    try await store.prepare([ServerDayRow.self])
    let saved = try await store.save(Self.row(1, Self.day("0007-01-02")))
    let text = "SELECT row_to_json(r)::text FROM server_day_rows r WHERE id = "
    #expect(
      try await backend.texts(text + "1") == [[
        #"{"id":1,"plain":"0007-01-02","maybe":"0007-01-02","text":"0007-01-02","varying":"0007-01-02","#
          + #""digits":"00070102","number":70102,"long":70102}"#
      ]])
    #expect(try await store.find(ServerDayRow.self, id: 1) == saved)
    // Enough rows for a copy, and for a temporary table.
    try await store.insert((2..<1000).map { Self.row($0, Day.first.adding(days: $0 * 3000) ?? .last) })
    let rows = try await store.fetch(ServerDayRow.all.order { $0.id.ascending })
    #expect(rows.count == 999 && rows[998] == Self.row(999, Self.day("8206-07-06")), "\(rows[998])")
    // Nothing changed, nothing is written.
    let versions = try await backend.texts("SELECT xmin::text FROM server_day_rows ORDER BY id")
    try await store.save(rows)
    #expect(try await backend.texts("SELECT xmin::text FROM server_day_rows ORDER BY id") == versions)
    try await store.update(ServerDayRow.where { $0.number == Self.day("0007-01-02") }) { $0.digits.set(.last) }
    #expect(try await backend.texts("SELECT digits FROM server_day_rows WHERE id = 1") == [["99991231"]])
  }

  /// A value in another form is an error with its row and its column, and never another value.
  @Test(arguments: [
    ("plain", "'0001-01-01 BC'"), ("plain", "'10000-01-01'"), ("plain", "'infinity'"), ("plain", "'-infinity'"),
    ("text", "'27.05.2024'"), ("text", "'2024-02-30'"), ("text", "'2024-05-27 00:00'"), ("text", "'20240527'"),
    ("text", "'0000-01-01'"), ("text", "''"), ("text", "'today'"), ("text", "'infinity'"), ("text", "'2024-05-32'"),
    ("varying", "'2024-5-27'"), ("digits", "'2024052'"), ("digits", "'20240230'"), ("digits", "'00000101'"),
    ("number", "20240230"), ("number", "-20240527"), ("number", "202405270"), ("number", "101"), ("long", "20241301"),
    ("long", "9223372036854775807"),
  ])
  func otherForms(_ column: String, _ value: String) async throws {
    let backend = try await Self.backend(
      """
      INSERT INTO server_day_rows VALUES
        (6, '2024-05-27', NULL, '2024-05-27', NULL, NULL, 20240527, NULL),
        (7, '2024-05-27', NULL, '2024-05-27', NULL, NULL, 20240527, NULL);
      UPDATE server_day_rows SET \(column) = \(value) WHERE id = 7;
      """)
    let store = Store(backend)
    try await store.prepare([ServerDayRow.self])
    await #expect {
      _ = try await store.fetch(ServerDayRow.all)
    } throws: { error in
      guard case StoreError.corrupted(let model, let row, let name, _) = error else { return false }
      return model == "ServerDayRow" && row == "7" && name == column
    }
    #expect(try await store.fetch(ServerDayRow.where { $0.id == 6 }).count == 1)
    // A day that is none of the schema's still has parts, if it isn't infinite.
    if column == "plain", !value.contains("infinity") { return }
    await #expect(throws: StoreError.self) {
      _ = try await store.select(ServerDayRow.all) {
        ($0.plain.month, $0.text.year, $0.varying.month, $0.digits.day, $0.number.weekday, $0.long.year)
      }
    }
  }

  /// The value is converted, and not the column.
  @Test func conditionsUseIndexes() async throws {
    let backend = try await Self.backend()
    let store = Store(backend)
    try await store.prepare([ServerDayRow.self])
    try await store.insert((1..<3000).map { Self.row($0, Day.first.adding(days: $0 * 1000) ?? .last) })
    _ = try await backend.texts("ANALYZE server_day_rows")
    let (day, other) = (Self.day("0300-05-27"), Self.day("0310-06-01"))
    let queries = [
      ("plain", ServerDayRow.where { $0.plain == day }), ("plain", ServerDayRow.where { $0.plain < day }),
      ("text", ServerDayRow.where { $0.text == day }), ("text", ServerDayRow.where { $0.text.isIn(day...other) }),
      ("digits", ServerDayRow.where { $0.digits == day }), ("number", ServerDayRow.where { $0.number == day }),
      ("number", ServerDayRow.where { $0.number >= day && $0.number < other }),
      ("text", ServerDayRow.where { $0.text.isIn([day, other]) }),
    ]
    for (column, query) in queries {
      let plan = try await store.explain(query)
      #expect(plan.description.contains("server_day_rows_\(column)"), "\(plan)")
    }
    let plan = try await store.explain(ServerDayRow.all.order { $0.number.ascending }.limit(5))
    #expect(plan.description.contains("server_day_rows_number"), "\(plan)")
  }

  @Test func otherTypes() async throws {
    let backend = try await Self.backend(
      """
      ALTER TABLE server_day_rows ALTER plain TYPE text, ALTER maybe TYPE integer USING 1, ALTER text TYPE date USING now(),
        ALTER number TYPE text, ALTER long TYPE timestamp USING now()
      """)
    await #expect {
      try await Store(backend).prepare([ServerDayRow.self])
    } throws: { error in
      guard case StoreError.schemaMismatch(let differences) = error else { return false }
      return differences.map(\.column) == ["plain", "maybe", "text", "long"] && differences[0].help.contains("text")
        && differences[1].help.contains("compact")
    }
  }
}

#endif
