@_spi(Backend) internal import IgataRuntime

extension TableComparison {
  /// Whether a column is never written, so that what the database says of new values is of no account.
  func isOnlyRead(_ column: Int) -> Bool {
    table.isReadOnly || table.columns[column].defaultValue == .computed
  }

  /// A view has no key. What the schema says is taken to identify its rows.
  mutating func noteUnknownKey() {
    let key = table.primaryKey.map { table.columns[$0].name }
    if Set(key.map(dialect.canonicalName)) == Set(found.primaryKey.map(dialect.canonicalName)) { return }
    if key == [found.rowNumber?.name] || isUniqueWithoutNull(key) { return }
    note(
      table.primaryKey.first,
      "nothing in the database makes (\(key.joined(separator: ", "))) unique; it is taken to identify the rows")
  }
}
