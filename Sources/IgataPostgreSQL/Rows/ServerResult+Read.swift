#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

extension ServerResult {
  /// The types of the columns; `nil` for a type that Igata does not use.
  var columnTypes: [ServerType?] { (0..<columnCount).map { ServerType(rawValue: PQftype(pointer, $0)) } }

  /// Calls `consume` with a reader of the rows, whose columns are those of the table.
  ///
  /// - Parameter types: The ``columnTypes``, if they are known.
  func read(
    _ table: TableDescription, types: [ServerType?]? = nil,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try ReadCursor(self, table, types ?? columnTypes).read(consume)
  }
}

#endif
