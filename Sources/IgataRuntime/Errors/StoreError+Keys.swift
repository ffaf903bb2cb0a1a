@_spi(Backend) extension StoreError {
  /// The error of a new row for which the backend can't generate a key, as there is none after the last one.
  public static func withoutKeys(_ table: TableDescription) -> StoreError {
    .full(reason: "the table '\(table.name)' has used its last key")
  }
}
