extension TableDescription {
  /// Throws if the table is only read.
  func checkIsWritten() throws(StoreError) {
    if isReadOnly { throw .readOnly(reason: "\(model) is '@readOnly': nothing is written to '\(name)'") }
  }
}
