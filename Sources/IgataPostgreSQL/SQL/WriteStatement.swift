#if PostgreSQL
internal import IgataRuntime

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

  /// The statement for the rows of another table.
  func sql(from stage: String) -> String {
    "INSERT INTO \(target) SELECT \(columnNames) FROM \(stage)\(kind == .save ? conflictClause : "")"
  }

  /// `COPY` into the table, or into another one with its columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? table.name.quotedName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }

  private var target: String { "\(table.name.quotedName) (\(columnNames))" }
  private var columnNames: String { table.columns.map(\.name).quotedNames }

  /// Updates the row in place, so that nothing that refers to it is touched. A row of another version than the one
  /// before is left alone, which the number of changed rows shows.
  private var conflictClause: String {
    let key = table.primaryKey.map { table.columns[$0].name }.quotedNames
    let others = otherColumns
    guard !others.isEmpty else { return " ON CONFLICT (\(key)) DO NOTHING" }
    let assignments = others.map { name(of: $0) }.map { "\($0) = excluded.\($0)" }
    let condition = table.versionColumn.map { version in
      " WHERE \(table.name.quotedName).\(name(of: version)) = excluded.\(name(of: version)) - 1"
    }
    return " ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))\(condition ?? "")"
  }

  private var update: String {
    let columns = otherColumns.isEmpty ? table.primaryKey : otherColumns
    let assignments = columns.map { "\(name(of: $0)) = $\($0 + 1)" }.joined(separator: ", ")
    var conditions = table.primaryKey.map { "\(name(of: $0)) = $\($0 + 1)" }
    if let version = table.versionColumn { conditions.append("\(name(of: version)) = $\(version + 1) - 1") }
    return "UPDATE \(table.name.quotedName) SET \(assignments) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The statement that tells whether a row with a key is there.
  var presence: String {
    let key = table.primaryKey.enumerated().map { "\(name(of: $1)) = $\($0 + 1)" }
    return "SELECT 1 FROM \(table.name.quotedName) WHERE \(key.joined(separator: " AND "))"
  }

  private func name(of column: Int) -> String { table.columns[column].name.quotedName }

  private var otherColumns: [Int] { table.columns.indices.filter { !table.primaryKey.contains($0) } }
}

#endif
