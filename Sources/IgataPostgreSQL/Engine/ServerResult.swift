#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

/// The result of a statement: its rows in the binary format, or how many rows it changed. Owns libpq's result.
///
/// `@unchecked Sendable`: libpq does not change a result after it has returned it.
final class ServerResult: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var rowCount: Int32 { PQntuples(pointer) }

  var columnCount: Int32 { PQnfields(pointer) }

  /// How many rows the statement changed.
  var changedCount: Int { Self.changedCount(pointer) }

  /// How many rows the statement of a result changed.
  static func changedCount(_ result: OpaquePointer) -> Int {
    // Digits; empty for a statement that does not change rows.
    guard var digit = UnsafePointer(PQcmdTuples(result)) else { return 0 }
    var count = 0
    while digit.pointee >= 48, digit.pointee <= 57 {
      count = count &* 10 &+ Int(digit.pointee &- 48)
      digit += 1
    }
    return count
  }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(pointer, row, column) != 0 }

  /// The bytes of a value, which are valid for as long as the result.
  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
  }
}

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
