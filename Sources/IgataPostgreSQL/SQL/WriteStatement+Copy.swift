#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension WriteStatement {
  /// The statement that writes the rows of another table.
  ///
  /// - Parameter hasDuplicates: Whether keys may occur more than once; the last row with a key counts.
  func sql(from stage: String, hasDuplicates: Bool = false) -> String {
    let distinction = hasDuplicates ? "DISTINCT ON (\(keyNames)) " : ""
    let order = hasDuplicates ? " ORDER BY \(keyNames), ctid DESC" : ""
    return "\(insertion) SELECT \(distinction)\(insertedNames) FROM \(stage)\(order)"
      + (write.kind == .insert ? "" : dialect.conflictClause(of: self))
  }

  /// The `COPY` statement into the table, or into another one with the same columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? tableName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }
}

#endif
