#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

extension ServerResult {
  /// The types of the columns, where they are ours.
  var columnTypes: [ServerType?] { Self.columnTypes(of: pointer) }

  static func columnTypes(of result: OpaquePointer) -> [ServerType?] {
    (0..<PQnfields(result)).map { ServerType(rawValue: PQftype(result, $0)) }
  }

  /// Hands the rows, whose columns are those of the table, to `consume`. `types` are the ``columnTypes``, where they
  /// are known.
  func read(
    _ table: TableDescription, types: [ServerType?]? = nil,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try withExtendedLifetime(self) { () throws(StoreError) in
      try ReadCursor.read(pointer, table, types ?? columnTypes, consume)
    }
  }
}

extension ReadCursor {
  /// Hands the rows of a result, whose columns are those of the table and have these types, to `consume`.
  static func read(
    _ result: OpaquePointer, _ table: TableDescription, _ types: [ServerType?],
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try types.withUnsafeBufferPointer { (types) throws(StoreError) in
      var cursor = ReadCursor(result, table, types)
      try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
        var reader = RowReader(cursor: cursor, reading: ReadCursor.functions)
        reader.expectedCount = Int(PQntuples(result))
        try consume(&reader)
        guard let fault = reader.fault else { return }
        throw fault.readingError(table, row: reader.keyText(table))
          ?? .backend(code: 0, message: "a row could not be read")
      }
    }
  }
}

#endif
