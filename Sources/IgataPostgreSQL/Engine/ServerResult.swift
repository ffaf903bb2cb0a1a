#if PostgreSQL
internal import CPostgreSQL

/// What a statement gave: its rows in the binary format, or how many it changed. Freed with the value.
///
/// `@unchecked Sendable`: nothing changes a result once the library has handed it out.
final class ServerResult: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var rowCount: Int32 { PQntuples(pointer) }

  var columnCount: Int32 { PQnfields(pointer) }

  /// How many rows the statement changed.
  var changedCount: Int {
    guard let text = PQcmdTuples(pointer) else { return 0 }
    return Int(String(cString: text)) ?? 0
  }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(pointer, row, column) != 0 }

  /// The bytes of a value, which live as long as the result.
  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
  }
}

#endif
