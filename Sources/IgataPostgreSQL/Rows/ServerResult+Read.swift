#if PostgreSQL
internal import CPostgreSQL
internal import IgataRuntime

extension ServerResult {
  /// The types of the columns, where they are ours.
  var columnTypes: [ServerType?] { (0..<columnCount).map { ServerType(rawValue: PQftype(pointer, $0)) } }

  /// Hands the rows, whose columns are those of the table, to `consume`. `types` are the ``columnTypes``, where they are
  /// known.
  func read(
    _ table: TableDescription, types: [ServerType?]? = nil,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try withExtendedLifetime((self, table)) { () throws(StoreError) in
      try (types ?? columnTypes).withUnsafeBufferPointer { (types) throws(StoreError) in
        var cursor = ReadCursor(self, table, types)
        try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
          var reader = RowReader(cursor: cursor, reading: ReadCursor.functions)
          reader.expectedCount = Int(rowCount)
          try consume(&reader)
          guard let fault = reader.fault else { return }
          throw fault.readingError(table, row: reader.keyText(table))
            ?? .backend(code: 0, message: "a row could not be read")
        }
      }
    }
  }
}

#endif
