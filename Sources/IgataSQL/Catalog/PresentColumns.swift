@_spi(Backend) internal import IgataRuntime

/// The tables and columns that a database has, to find those that were prepared and are missing.
struct PresentColumns: Sendable {
  /// By the names of the tables.
  private var columns: [String: Set<String>] = [:]

  /// - Parameter rows: The name of a table and of one of its columns in each.
  init(_ rows: [[String?]]) {
    for row in rows { columns[row[0] ?? "", default: []].insert(row[1] ?? "") }
  }

  /// Throws an error with everything that is missing.
  func check(_ tables: [TableDescription]) throws(StoreError) {
    var differences: [SchemaDifference] = []
    for table in tables {
      guard let found = columns[table.name] else {
        differences.append(.init(table: table.name, column: nil, problem: "is missing", help: Self.help))
        continue
      }
      for column in table.columns where !found.contains(column.name) {
        differences.append(.init(table: table.name, column: column.name, problem: "is missing", help: Self.help))
      }
    }
    if !differences.isEmpty { throw .schemaMismatch(differences) }
  }

  private static let help = "something else has changed the database since it was prepared: prepare or migrate it again"
}
