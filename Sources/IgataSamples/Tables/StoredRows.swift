@_spi(Backend) package import IgataRuntime

/// The rows of some tables, by the tables' names.
package struct StoredRows: Sendable {
  package var tables: [String: [[StoredValue]]] = [:]

  package init(tables: [String: [[StoredValue]]] = [:]) { self.tables = tables }

  package subscript(_ table: String) -> [[StoredValue]] {
    get { tables[table] ?? [] }
    set { tables[table] = newValue }
  }

  package var count: Int { tables.values.reduce(0) { $0 + $1.count } }

  /// These rows and others.
  package func adding(_ other: StoredRows) -> StoredRows {
    StoredRows(tables: tables.merging(other.tables) { $0 + $1 })
  }

  /// The rows, each after those that it refers to.
  ///
  /// - Parameter existing: Rows that are there already.
  package func insertionOrder(
    in tables: [TableDescription], besides existing: StoredRows
  ) -> [(table: TableDescription, row: [StoredValue])] {
    var identifiers = RowIdentifiers(tables)
    for table in tables { for row in existing[table.name] { identifiers.add(row, of: table) } }
    var pending = tables.flatMap { table in self[table.name].map { (table: table, row: $0) } }
    var order: [(table: TableDescription, row: [StoredValue])] = []
    while !pending.isEmpty {
      var later: [(table: TableDescription, row: [StoredValue])] = []
      for item in pending {
        let own = identifiers.identifiers(of: item.row, of: item.table)
        guard item.table.references(of: item.row).allSatisfy({ identifiers.contains($0) || own.contains($0) }) else {
          later.append(item)
          continue
        }
        identifiers.add(item.row, of: item.table)
        order.append(item)
      }
      // Rows that refer to each other, or to nothing, are the database's to refuse.
      if later.count == pending.count { return order + later }
      pending = later
    }
    return order
  }
}
