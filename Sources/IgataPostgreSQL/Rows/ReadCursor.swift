#if PostgreSQL
internal import CPostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// The cursor behind a ``RowReader``: a result whose columns are those of a table.
struct ReadCursor {
  fileprivate let result: OpaquePointer
  fileprivate let rowCount: Int32
  fileprivate var row: Int32 = -1
  /// Not counted: each column that is read would add one and take it away.
  fileprivate let table: Unmanaged<TableDescription>
  /// The type of each column as the server says it.
  fileprivate let types: UnsafeBufferPointer<ServerType?>

  /// The result, the table and `types` must live as long as the cursor.
  init(_ result: OpaquePointer, _ table: TableDescription, _ types: UnsafeBufferPointer<ServerType?>) {
    self.result = result
    rowCount = PQntuples(result)
    self.table = .passUnretained(table)
    self.types = types
  }

  /// The functions of every reader. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<RowReading> = {
    let functions = UnsafeMutablePointer<RowReading>.allocate(capacity: 1)
    functions.initialize(
      to: RowReading(
        next: next, isNull: isNull, bool: readBool, integer: readInteger, real: readReal, text: readText,
        uuid: readUUID, date: readDate, value: readValue, describe: describe))
    return UnsafePointer(functions)
  }()

  /// The bytes of a column and their type; nothing where the column is null or its type is none of ours.
  @inline(__always)
  fileprivate func field(_ column: Int32) -> (bytes: UnsafeRawBufferPointer, type: ServerType)? {
    guard column >= 0, Int(column) < types.count, let type = types[Int(column)] else { return nil }
    let count = PQgetlength(result, row, column)
    if count == 0, PQgetisnull(result, row, column) != 0 { return nil }
    return (UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(count)), type)
  }
}

private typealias Cursor = UnsafeMutableRawPointer

@inline(__always)
private func pointer(_ cursor: Cursor) -> UnsafeMutablePointer<ReadCursor> {
  cursor.assumingMemoryBound(to: ReadCursor.self)
}

private func next(_ cursor: Cursor) -> Int32 {
  let cursor = pointer(cursor)
  guard cursor.pointee.row + 1 < cursor.pointee.rowCount else { return 0 }
  cursor.pointee.row += 1
  return 1
}

private func isNull(_ cursor: Cursor, _ column: Int32) -> Bool {
  PQgetisnull(pointer(cursor).pointee.result, pointer(cursor).pointee.row, column) != 0
}

private func readBool(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Bool>) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), field.type == .bool, field.bytes.count == 1 else {
    return false
  }
  result.pointee = field.bytes[0] != 0
  return true
}

private func readInteger(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Int64>) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), let value = Int64(serverBytes: field.bytes, field.type)
  else { return false }
  result.pointee = value
  return true
}

private func readReal(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Double>) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), let value = Double(serverBytes: field.bytes, field.type)
  else { return false }
  result.pointee = value
  return true
}

private func readText(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), field.type == .text,
    // The library ends each value with a NUL, and the server takes none in a text. This looks at each byte once, and at
    // no metadata of types, as what takes a buffer does.
    let start = field.bytes.assumingMemoryBound(to: CChar.self).baseAddress,
    let text = String(validatingCString: start), text.utf8.count == field.bytes.count
  else { return false }
  result.assumingMemoryBound(to: String.self).pointee = text
  return true
}

private func readUUID(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), field.type == .uuid, field.bytes.count == 16,
    let start = field.bytes.baseAddress
  else { return false }
  result.copyMemory(from: start, byteCount: 16)
  return true
}

private func readDate(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Int64>) -> Bool {
  guard let field = pointer(cursor).pointee.field(column), field.type == .date, field.bytes.count == 8,
    let microseconds = ServerDate.decode(field.bytes.bigEndian(at: 0, as: Int64.self))
  else { return false }
  result.pointee = microseconds
  return true
}

private func readValue(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  let cursor = pointer(cursor).pointee
  let result = result.assumingMemoryBound(to: StoredValue.self)
  guard let type = cursor.columnType(column) else { return false }
  if PQgetisnull(cursor.result, cursor.row, column) != 0 {
    result.pointee = .null
    return true
  }
  guard let field = cursor.field(column),
    let value = StoredValue(serverBytes: field.bytes, field.type, as: type)
  else { return false }
  result.pointee = value
  return true
}

private func describe(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) {
  result.assumingMemoryBound(to: RowFault.Reason.self).pointee = pointer(cursor).pointee.whyUnread(column)
}

extension ReadCursor {
  fileprivate func columnType(_ column: Int32) -> ColumnType? {
    table._withUnsafeGuaranteedRef { table in
      table.columns.indices.contains(Int(column)) ? table.columns[Int(column)].type : nil
    }
  }

  /// Why a column could not be read as what its table says.
  fileprivate func whyUnread(_ column: Int32) -> RowFault.Reason {
    guard PQgetisnull(result, row, column) == 0 else { return .missing }
    guard let field = field(column) else { return .wrongType(found: "a value of a type unknown here") }
    let wanted = columnType(column)?.serverType ?? .text
    guard field.type == wanted else { return .wrongType(found: field.type.name) }
    switch field.type {
    case .text: return .malformed("it is not valid UTF-8")
    case .date: return .malformed("it is an infinite date")
    case .float, .double: return .malformed("it is NaN")
    case .decimal: return .malformed("it is not a number that a Decimal keeps")
    default: return .malformed("it is no \(field.type.name)")
    }
  }
}

#endif
