#if PostgreSQL
import IgataTables
import IgataTesting
import Testing

@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) @testable import IgataRuntime

/// A condition has the same truth in PostgreSQL as in Swift, and is never null.
@Suite(.enabled(if: TestServer.isThere)) struct RandomConditionTests {
  @Test func conditionsHoldAsInSwift() async throws {
    let connection = try await TestServer.space()
    let dialect = PostgreSQLDialect()
    var random = RandomConditions(seed: 1)
    let rows = (0..<60).map { _ in random.row() }
    let inserts = rows.enumerated().map { RandomConditions.insert($1, key: $0, dialect) }
    let table = TableDefinition(RandomConditions.table, targets: [], dialect).createTable()
    try await TestServer.run(table + inserts.joined(separator: ";\n"), on: connection)
    let stored = rows.map { [StoredValue.integer(0)] + $0.map { $0.map { StoredValue($0) } ?? .null } }
    for _ in 0..<30 {
      let conditions = (0..<20).map { _ in random.condition() }
      let columns = conditions.compactMap { dialect.sql($0, of: RandomConditions.table.columns) }
      #expect(columns.count == conditions.count)
      let sql = columns.map { "(\($0))" }.joined(separator: ", ")
      let found = try await TestServer.run("SELECT \(sql) FROM sample ORDER BY id", on: connection)
      #expect(found.count == rows.count)
      for (index, condition) in conditions.enumerated() {
        let expected = stored.map { condition.holds(for: $0) ? "t" : "f" }
        #expect(found.map { $0[index] } == expected, "\(columns[index])")
      }
    }
  }
}
#endif
