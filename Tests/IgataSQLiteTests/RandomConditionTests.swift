import IgataTables
import IgataTesting
import TestSupport
import Testing

@_spi(Backend) @testable import IgataRuntime
@_spi(Backend) @testable import IgataSQLite

/// A condition has the same truth in SQLite as in Swift, and is never null.
@Test func conditionsHoldAsInSwift() throws {
  let folder = try Scratch()
  let connection = try Connection(path: folder.path(), flags: 6)
  let dialect = SQLiteDialect()
  var random = RandomConditions(seed: 1)
  let rows = (0..<60).map { _ in random.row() }
  try connection.run(TableDefinition(RandomConditions.table, targets: [], dialect).createTable())
  for (key, row) in rows.enumerated() { try connection.run(RandomConditions.insert(row, key: key, dialect)) }
  let stored = rows.map { [StoredValue.integer(0)] + $0.map { $0.map { StoredValue($0) } ?? .null } }
  var (compared, held, omitted) = (0, 0, 0)
  for _ in 0..<600 {
    let condition = random.condition()
    guard let sql = dialect.sql(condition, of: RandomConditions.table.columns) else {
      omitted += 1
      continue
    }
    let found = try connection.texts("SELECT \(sql) FROM sample ORDER BY id").map(\.first)
    let expected = stored.map { condition.holds(for: $0) ? "1" : "0" }
    #expect(found == expected, "\(sql)")
    compared += 1
    held += expected.count { $0 == "1" }
  }
  // Only an order of decimals can't be expressed.
  #expect(compared > 300 && omitted > 20)
  #expect(held > compared * 10 && held < compared * 50)
}

/// A table that `prepare` created needs nothing when it is prepared again, and nothing in it is unknown.
@Test func preparedChecksAreKnown() async throws {
  let folder = try Scratch()
  var random = RandomConditions(seed: 3)
  var table = RandomConditions.table
  table.checks = (0..<40).map { TableCheck("check \($0)", random.condition()) }
  let description = TableDescription(table, relations: [] as [@Sendable () -> TableDescription])
  let backend = try SQLiteBackend(path: folder.path())
  _ = try await backend.prepare([description])
  let report = try await backend.prepare([description])
  #expect(report.notes.isEmpty, "\(report.notes)")
}

/// A condition is the same after it was written into a table's text and read again.
@Test func conditionsAreReadAsTheyWereWritten() {
  var random = RandomConditions(seed: 2)
  for _ in 0..<500 {
    var table = RandomConditions.table
    table.checks = [TableCheck("a check", random.condition())]
    table.uniques = [IndexDescription("u", [1], where: .checked(random.condition()))]
    var unread: [String] = []
    let read = Table(text: table.text, unreadLines: &unread)
    #expect(unread == [] && read == table, "\(table.text)")
  }
}
