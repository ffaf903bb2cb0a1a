#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension WriteStatement {
  /// The statement for the rows of another table. Where some have the same key, the last one counts.
  func sql(from stage: String, isDoubled: Bool = false) -> String {
    let distinction = isDoubled ? "DISTINCT ON (\(keyNames)) " : ""
    let order = isDoubled ? " ORDER BY \(keyNames), ctid DESC" : ""
    return "\(insertion) SELECT \(distinction)\(columnNames) FROM \(stage)\(order)"
      + (kind == .save ? dialect.conflictClause(of: self) : "")
  }

  /// `COPY` into the table, or into another one with its columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? tableName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }
}

#endif
