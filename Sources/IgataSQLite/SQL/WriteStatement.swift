#if SQLite || canImport(SQLite3)
import IgataRuntime

/// The statement for each kind of write. Parameter `?n` is column `n - 1`, in all of them.
enum WriteStatement {
  static func sql(for write: RowWrite) -> String {
    switch write.kind {
    case .insert: insert(into: write.table)
    case .save: insert(into: write.table) + conflictClause(of: write.table)
    case .update: update(of: write.table)
    }
  }

  private static func insert(into table: TableDescription) -> String {
    let parameters = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table.name.quotedName) (\(table.columns.map(\.name).quotedNames)) VALUES (\(parameters))"
  }

  /// Updates the row in place, so that nothing that refers to it is touched; only where its version is the one before.
  private static func conflictClause(of table: TableDescription) -> String {
    let key = table.primaryKey.map { table.columns[$0].name }.quotedNames
    let others = otherColumns(of: table)
    guard !others.isEmpty else { return " ON CONFLICT (\(key)) DO NOTHING" }
    let assignments = others.map { column in
      let name = table.columns[column].name.quotedName
      return "\(name) = excluded.\(name)"
    }
    var sql = " ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))"
    if let version = table.versionColumn {
      let name = table.columns[version].name.quotedName
      sql += " WHERE \(table.name.quotedName).\(name) = excluded.\(name) - 1"
    }
    return sql
  }

  private static func update(of table: TableDescription) -> String {
    var columns = otherColumns(of: table)
    if columns.isEmpty { columns = table.primaryKey }
    let assignments = columns.map { "\(table.columns[$0].name.quotedName) = ?\($0 + 1)" }
    var sql = "UPDATE \(table.name.quotedName) SET \(assignments.joined(separator: ", ")) WHERE \(keyCondition(of: table))"
    if let version = table.versionColumn {
      sql += " AND \(table.columns[version].name.quotedName) = ?\(version + 1) - 1"
    }
    return sql
  }

  /// Whether there is a row with the key that the parameters hold.
  static func probe(of table: TableDescription) -> String {
    "SELECT 1 FROM \(table.name.quotedName) WHERE \(keyCondition(of: table))"
  }

  private static func keyCondition(of table: TableDescription) -> String {
    table.primaryKey.map { "\(table.columns[$0].name.quotedName) = ?\($0 + 1)" }.joined(separator: " AND ")
  }

  private static func otherColumns(of table: TableDescription) -> [Int] {
    table.columns.indices.filter { !table.primaryKey.contains($0) }
  }
}

#endif
