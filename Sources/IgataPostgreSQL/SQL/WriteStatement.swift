#if PostgreSQL
internal import IgataRuntime
internal import IgataSQL

extension RowWrite {
  /// The statement for one row, whose columns are the parameters.
  var sql: String {
    let parameters = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    switch kind {
    case .insert: return "INSERT INTO \(target) VALUES (\(parameters))"
    case .save: return "INSERT INTO \(target) VALUES (\(parameters))\(conflictClause)"
    case .update: return update
    }
  }

  /// The statement for the rows of another table. Where some have the same key, the last one counts.
  func sql(from stage: String, isDoubled: Bool = false) -> String {
    let key = table.primaryKey.map { table.columns[$0].name }.quotedServerNames
    let distinction = isDoubled ? "DISTINCT ON (\(key)) " : ""
    let order = isDoubled ? " ORDER BY \(key), ctid DESC" : ""
    return "INSERT INTO \(target) SELECT \(distinction)\(columnNames) FROM \(stage)\(order)"
      + (kind == .save ? conflictClause : "")
  }

  /// `COPY` into the table, or into another one with its columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? table.name.quotedServerName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }

  private var target: String { "\(table.name.quotedServerName) (\(columnNames))" }
  private var columnNames: String { table.columns.map(\.name).quotedServerNames }

  /// Updates the row in place, so that nothing that refers to it is touched. A row of another version than the one
  /// before is left alone, which the number of changed rows shows.
  private var conflictClause: String {
    let key = table.primaryKey.map { table.columns[$0].name }.quotedServerNames
    let others = otherColumns
    guard !others.isEmpty else { return " ON CONFLICT (\(key)) DO NOTHING" }
    let assignments = others.map { name(of: $0) }.map { "\($0) = excluded.\($0)" }
    let condition = table.versionColumn.map { version in
      " WHERE \(table.name.quotedServerName).\(name(of: version)) = excluded.\(name(of: version)) - 1"
    }
    return " ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))\(condition ?? "")"
  }

  private var update: String {
    let columns = otherColumns.isEmpty ? table.primaryKey : otherColumns
    let assignments = columns.map { "\(name(of: $0)) = $\($0 + 1)" }.joined(separator: ", ")
    var conditions = table.primaryKey.map { "\(name(of: $0)) = $\($0 + 1)" }
    if let version = table.versionColumn { conditions.append("\(name(of: version)) = $\(version + 1) - 1") }
    return "UPDATE \(table.name.quotedServerName) SET \(assignments) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The statement that tells whether a row with a key is there.
  var presence: String {
    let key = table.primaryKey.enumerated().map { "\(name(of: $1)) = $\($0 + 1)" }
    return "SELECT 1 FROM \(table.name.quotedServerName) WHERE \(key.joined(separator: " AND "))"
  }

  private func name(of column: Int) -> String { table.columns[column].name.quotedServerName }

  private var otherColumns: [Int] { table.columns.indices.filter { !table.primaryKey.contains($0) } }
}

#endif
