#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

extension RowWrite {
  /// The statement for one row, whose columns are the parameters.
  ///
  /// - Parameter spread: The column that the server spreads rows by and has put into the table's key, so that a row is
  ///   looked for where it lies; see ``PreparedTables/spreadColumn(of:)``. It never changes.
  func sql(spread: Int?) -> String {
    let parameters = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    switch kind {
    case .insert: return "INSERT INTO \(target) VALUES (\(parameters))"
    case .save: return "INSERT INTO \(target) VALUES (\(parameters))\(conflictClause(spread))"
    case .update: return update(spread)
    }
  }

  /// The statement for the rows of another table. Where some have the same key, the last one counts.
  func sql(from stage: String, spread: Int?, isDoubled: Bool = false) -> String {
    let key = key(spread).map { table.columns[$0].name }.quotedServerNames
    let distinction = isDoubled ? "DISTINCT ON (\(key)) " : ""
    let order = isDoubled ? " ORDER BY \(key), ctid DESC" : ""
    return "INSERT INTO \(target) SELECT \(distinction)\(columnNames) FROM \(stage)\(order)"
      + (kind == .save ? conflictClause(spread) : "")
  }

  /// `COPY` into the table, or into another one with its columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? table.name.quotedServerName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }

  private var target: String { "\(table.name.quotedServerName) (\(columnNames))" }
  private var columnNames: String { table.columns.map(\.name).quotedServerNames }

  /// Updates the row in place, so that nothing that refers to it is touched. A row of another version than the one
  /// before is left alone, which the number of changed rows shows.
  private func conflictClause(_ spread: Int?) -> String {
    let key = key(spread).map { table.columns[$0].name }.quotedServerNames
    let others = otherColumns(spread)
    guard !others.isEmpty else { return " ON CONFLICT (\(key)) DO NOTHING" }
    let assignments = others.map { name(of: $0) }.map { "\($0) = excluded.\($0)" }
    let condition = table.versionColumn.map { version in
      " WHERE \(table.name.quotedServerName).\(name(of: version)) = excluded.\(name(of: version)) - 1"
    }
    return " ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))\(condition ?? "")"
  }

  private func update(_ spread: Int?) -> String {
    let others = otherColumns(spread)
    let columns = others.isEmpty ? table.primaryKey : others
    let assignments = columns.map { "\(name(of: $0)) = $\($0 + 1)" }.joined(separator: ", ")
    var conditions = key(spread).map { "\(name(of: $0)) = $\($0 + 1)" }
    if let version = table.versionColumn { conditions.append("\(name(of: version)) = $\(version + 1) - 1") }
    return "UPDATE \(table.name.quotedServerName) SET \(assignments) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The statement that tells whether a row with a key is there.
  var presence: String {
    let key = table.primaryKey.enumerated().map { "\(name(of: $1)) = $\($0 + 1)" }
    return "SELECT 1 FROM \(table.name.quotedServerName) WHERE \(key.joined(separator: " AND "))"
  }

  private func name(of column: Int) -> String { table.columns[column].name.quotedServerName }

  /// The columns that tell rows apart on the server.
  private func key(_ spread: Int?) -> [Int] { (spread.map { [$0] } ?? []) + table.primaryKey }

  private func otherColumns(_ spread: Int?) -> [Int] {
    table.columns.indices.filter { $0 != spread && !table.primaryKey.contains($0) }
  }
}

#endif
