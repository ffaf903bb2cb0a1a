#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

extension RowWrite {
  /// The statement for one row. Parameter `?n` is column `n - 1`, whatever the kind.
  var sql: String {
    switch kind {
    case .insert: insertion
    case .save: insertion + conflictClause
    case .update: update
    }
  }

  private var insertion: String {
    let parameters = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table.name.quotedName) (\(table.columns.map(\.name).quotedNames)) VALUES (\(parameters))"
  }

  /// Updates the row in place, so that nothing that refers to it is touched.
  private var conflictClause: String {
    let key = table.primaryKey.map { table.columns[$0].name }.quotedNames
    let others = otherColumns
    guard !others.isEmpty else { return " ON CONFLICT (\(key)) DO NOTHING" }
    let assignments = others.map { assignment($0, "excluded.\(table.columns[$0].name.quotedName)") }
    return " ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))"
  }

  private var update: String {
    let columns = otherColumns.isEmpty ? table.primaryKey : otherColumns
    let assignments = columns.map { assignment($0, "?\($0 + 1)") }.joined(separator: ", ")
    let key = table.primaryKey.map { "\(table.columns[$0].name.quotedName) = ?\($0 + 1)" }
    return "UPDATE \(table.name.quotedName) SET \(assignments) WHERE \(key.joined(separator: " AND "))"
  }

  /// A version that is not the next one is refused from within the statement, which then knows the row's key.
  private func assignment(_ column: Int, _ value: String) -> String {
    let name = table.columns[column].name.quotedName
    guard column == table.versionColumn else { return "\(name) = \(value)" }
    let owner = table.name.quotedName
    let key = table.primaryKey.map { "\(owner).\(table.columns[$0].name.quotedName)" }.joined(separator: ", ")
    return "\(name) = CASE WHEN \(owner).\(name) = \(value) - 1 THEN \(value) ELSE \(SQLFunction.stale)(\(key)) END"
  }

  private var otherColumns: [Int] { table.columns.indices.filter { !table.primaryKey.contains($0) } }
}

#endif
