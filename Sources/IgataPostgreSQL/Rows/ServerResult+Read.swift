#if PostgreSQL
internal import IgataRuntime

extension ServerResult {
  /// Hands the rows, whose columns are those of the table, to `consume`.
  func read(
    _ table: TableDescription, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    var cursor = ReadCursor(self, table)
    try withExtendedLifetime(self) { () throws(StoreError) in
      try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
        var reader = RowReader(cursor: cursor, reading: ReadCursor.functions)
        try consume(&reader)
        guard let fault = reader.fault else { return }
        throw fault.readingError(table, row: reader.keyText(table))
          ?? .backend(code: 0, message: "a row could not be read")
      }
    }
  }
}

#endif
