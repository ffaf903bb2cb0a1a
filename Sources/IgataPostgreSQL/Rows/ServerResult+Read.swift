#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

extension ServerResult {
  /// The types of the columns: `text` for other types that are sent like it, and `nil` for those that are not.
  var columnTypes: [ServerType?] {
    (0..<columnCount).map { column in
      let type = PQftype(pointer, column)
      return ServerType(rawValue: type) ?? (Self.textualTypes.contains(type) ? .text : nil)
    }
  }

  /// `name`, `json`, `unknown`, `char(n)` and `varchar`.
  private static let textualTypes: Set<UInt32> = [19, 114, 705, 1042, 1043]

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
