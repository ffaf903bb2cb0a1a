@_spi(Backend) internal import IgataRuntime

/// The rows of some tables, by the tables' names.
struct StoredRows: Sendable {
  var tables: [String: [[StoredValue]]] = [:]

  subscript(_ table: String) -> [[StoredValue]] {
    get { tables[table] ?? [] }
    set { tables[table] = newValue }
  }

  var count: Int { tables.values.reduce(0) { $0 + $1.count } }

  /// These rows and others.
  func adding(_ other: StoredRows) -> StoredRows {
    StoredRows(tables: tables.merging(other.tables) { $0 + $1 })
  }
}

/// A row, by its table and its place among the rows of that.
struct RowPlace: Hashable {
  let table: String
  let index: Int
}
