@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Rows of several tables, each once.
struct RowsByTable: Sendable {
  private(set) var tables: [TableDescription] = []
  private var rows: [String: [[StoredValue]: [StoredValue]]] = [:]

  init(_ reads: [KeptRead]) {
    for read in reads { add(read.rows, of: read.query.table) }
  }

  func rows(of table: TableDescription) -> [[StoredValue]] { (rows[table.name] ?? [:]).values.map(\.self) }

  mutating func add(_ new: [[StoredValue]], of table: TableDescription) {
    if rows[table.name] == nil { tables.append(table) }
    for row in new { rows[table.name, default: [:]][table.key(of: row)] = row }
  }

  /// Removes the rows that have one of these values in the columns.
  mutating func removeRows(of table: TableDescription, where columns: [Int], _ values: Set<[StoredValue]>) {
    if values.isEmpty { return }
    rows[table.name] = rows[table.name]?.filter { entry in !values.contains(columns.map { entry.value[$0] }) }
  }

  /// The tables, each after those that it refers to.
  var tablesInOrder: [TableDescription] {
    var order: [TableDescription] = []
    var reached: Set<String> = []
    func visit(_ table: TableDescription) {
      guard reached.insert(table.name).inserted else { return }
      for relation in table.relations where !relation.columns.isEmpty { visit(relation.targetTable()) }
      if rows[table.name] != nil { order.append(table) }
    }
    for table in tables { visit(table) }
    return order
  }

  /// The rows, each after those of the same table that it refers to. Rows that refer to each other have no order.
  func sortedRows(of table: TableDescription) -> [[StoredValue]] {
    let relations = table.relations.filter { !$0.columns.isEmpty && $0.targetTable().name == table.name }
    var sorted: [[StoredValue]] = []
    var rest = rows(of: table)
    while !rest.isEmpty {
      let waiting = relations.map { relation in Set(rest.map { row in relation.referencedColumns.map { row[$0] } }) }
      func isLater(_ row: [StoredValue]) -> Bool {
        zip(relations, waiting).contains { relation, waiting in
          let target = relation.columns.map { row[$0] }
          return waiting.contains(target) && target != relation.referencedColumns.map { row[$0] }
        }
      }
      let later = rest.filter(isLater)
      if later.count == rest.count { return sorted + rest }
      sorted += rest.filter { !isLater($0) }
      rest = later
    }
    return sorted
  }
}

extension TableDescription {
  /// The key of a row with all columns.
  func key(of row: [StoredValue]) -> [StoredValue] { primaryKey.map { row[$0] } }
}
