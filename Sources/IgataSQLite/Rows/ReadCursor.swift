#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The cursor behind a ``RowReader``: a statement whose columns are those of a table.
struct ReadCursor {
  let statement: OpaquePointer
  /// Kept by whoever makes the cursor, who has it for as long as rows are read: it need not be counted for each find.
  unowned(unsafe) let table: TableDescription
  /// What went wrong on the way to the next row.
  fileprivate(set) var failure: EngineFailure?
  /// How many rows there may still be, where it is read a few at a time.
  var remaining = 0
  /// Whether SQLite has no more rows. Asked again, it would begin anew.
  fileprivate(set) var isAtEnd = false

  init(_ statement: OpaquePointer, _ table: TableDescription) {
    self.statement = statement
    self.table = table
  }

  /// The functions of every reader. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let functions = functions(next: nextRow)

  /// Those of a reader that ends after ``remaining`` rows. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let limitedFunctions = functions(next: nextOfRemaining)

  private static func functions(
    next: @escaping @convention(c) (UnsafeMutableRawPointer) -> Int32
  ) -> UnsafePointer<RowReading> {
    let functions = UnsafeMutablePointer<RowReading>.allocate(capacity: 1)
    functions.initialize(
      to: RowReading(
        next: next, isNull: isNull, bool: readBool, integer: readInteger, real: readReal, text: readText,
        uuid: readUUID, date: readInteger, value: readValue, describe: describe))
    return UnsafePointer(functions)
  }
}

private typealias Cursor = UnsafeMutableRawPointer

@inline(__always)
private func statement(_ cursor: Cursor) -> OpaquePointer {
  cursor.assumingMemoryBound(to: ReadCursor.self).pointee.statement
}

private func nextOfRemaining(_ cursor: Cursor) -> Int32 {
  let state = cursor.assumingMemoryBound(to: ReadCursor.self)
  guard state.pointee.remaining > 0 else { return 0 }
  state.pointee.remaining -= 1
  let result = nextRow(cursor)
  if result < 1 {
    state.pointee.remaining = 0
    state.pointee.isAtEnd = true
  }
  return result
}

@inline(__always)
private func nextRow(_ cursor: Cursor) -> Int32 {
  let code = sqlite3_step(statement(cursor))
  if code == SQLITE_ROW { return 1 }
  if code == SQLITE_DONE { return 0 }
  cursor.assumingMemoryBound(to: ReadCursor.self).pointee.failure = EngineFailure(ofStatement: statement(cursor))
  return -1
}

/// The value of a column. A connection without a mutex may read from it directly, which spares a lookup for each of
/// its type, its bytes and their number.
@inline(__always)
private func value(_ cursor: Cursor, _ column: Int32) -> OpaquePointer? {
  sqlite3_column_value(statement(cursor), column)
}

@inline(__always)
private func isNull(_ cursor: Cursor, _ column: Int32) -> Bool {
  sqlite3_value_type(value(cursor, column)) == SQLITE_NULL
}

@inline(__always)
private func readBool(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Bool>) -> Bool {
  let value = value(cursor, column)
  let number = sqlite3_value_int64(value)
  result.pointee = number == 1
  return number & ~1 == 0 && sqlite3_value_type(value) == SQLITE_INTEGER
}

@inline(__always)
private func readInteger(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Int64>) -> Bool {
  let value = value(cursor, column)
  guard sqlite3_value_type(value) == SQLITE_INTEGER else { return false }
  result.pointee = sqlite3_value_int64(value)
  return true
}

@inline(__always)
private func readReal(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutablePointer<Double>) -> Bool {
  let value = value(cursor, column)
  switch sqlite3_value_type(value) {
  case SQLITE_FLOAT:
    result.pointee = sqlite3_value_double(value)
    return true
  case SQLITE_INTEGER:
    // A table that is not strict may hold a whole number here.
    guard let number = Double(exactly: sqlite3_value_int64(value)) else { return false }
    result.pointee = number
    return true
  default:
    return false
  }
}

@inline(__always)
private func readText(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  guard let value = value(cursor, column), let text = String(sqliteText: value) else { return false }
  // The empty text that lies there owns no memory.
  result.assumingMemoryBound(to: String.self).initialize(to: text)
  return true
}

@inline(__always)
private func readUUID(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  guard let value = value(cursor, column) else { return false }
  switch sqlite3_value_type(value) {
  case SQLITE_BLOB:
    guard sqlite3_value_bytes(value) == 16, let bytes = sqlite3_value_blob(value) else { return false }
    result.copyMemory(from: bytes, byteCount: 16)
    return true
  case SQLITE_TEXT:
    guard let text = String(sqliteText: value), let uuid = UUID(uuidString: text) else { return false }
    result.assumingMemoryBound(to: UUID.self).pointee = uuid
    return true
  default:
    return false
  }
}

private func readValue(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) -> Bool {
  let table = cursor.assumingMemoryBound(to: ReadCursor.self).pointee.table
  guard table.columns.indices.contains(Int(column)) else { return false }
  guard let value = StoredValue(statement(cursor), column, table.columns[Int(column)].type) else { return false }
  result.assumingMemoryBound(to: StoredValue.self).pointee = value
  return true
}

private func describe(_ cursor: Cursor, _ column: Int32, _ result: UnsafeMutableRawPointer) {
  let table = cursor.assumingMemoryBound(to: ReadCursor.self).pointee.table
  let type = table.columns.indices.contains(Int(column)) ? table.columns[Int(column)].type : .string
  let reason = RowFault.Reason(whyUnread: statement(cursor), column, type)
  result.assumingMemoryBound(to: RowFault.Reason.self).pointee = reason
}

extension RowFault.Reason {
  /// Why a column of this type could not be read.
  fileprivate init(whyUnread statement: OpaquePointer, _ column: Int32, _ type: ColumnType) {
    let found: StorageClass
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL:
      self = .missing
      return
    case SQLITE_INTEGER: found = .integer
    case SQLITE_FLOAT: found = .real
    case SQLITE_TEXT: found = .text
    default: found = .blob
    }
    guard found == type.storageClass || (found == .text && type == .uuid) else {
      self = .wrongType(found: found.description)
      return
    }
    switch type {
    case .bool: self = .wrongType(found: "an integer other than 0 and 1")
    case .uuid: self = .malformed("it is not a UUID")
    case .decimal, .json, .list:
      self =
        String(statement, column) == nil
        ? .malformed("it is not valid UTF-8") : .malformed("it is not \(type.textName)")
    default: self = found == .text ? .malformed("it is not valid UTF-8") : .wrongType(found: found.description)
    }
  }
}

extension ColumnType {
  fileprivate var textName: String {
    switch self {
    case .decimal: "a decimal number"
    case .json: "JSON"
    default: "a list"
    }
  }
}

extension StorageClass: CustomStringConvertible {
  var description: String {
    switch self {
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .text: "text"
    case .blob: "data"
    }
  }
}

extension StoredValue {
  /// A column as a value of the type, `.null` where it is null; nothing where it is no value of the type.
  init?(_ statement: OpaquePointer, _ column: Int32, _ type: ColumnType) {
    let storage = sqlite3_column_type(statement, column)
    guard storage != SQLITE_NULL else {
      self = .null
      return
    }
    let value: StoredValue?
    switch type.storageClass {
    case .integer: value = Self.integer(statement, column, storage, type)
    case .real:
      let isNumber = storage == SQLITE_FLOAT || storage == SQLITE_INTEGER
      value = isNumber ? .real(sqlite3_column_double(statement, column) + 0) : nil
    case .text: value = String(statement, column).flatMap { StoredValue(text: $0, type) }
    case .blob: value = Self.blob(statement, column, storage, type)
    }
    guard let value else { return nil }
    self = value
  }

  private static func integer(
    _ statement: OpaquePointer, _ column: Int32, _ storage: Int32, _ type: ColumnType
  ) -> StoredValue? {
    guard storage == SQLITE_INTEGER else { return nil }
    let value = sqlite3_column_int64(statement, column)
    switch type {
    case .bool: return value & ~1 == 0 ? .bool(value == 1) : nil
    case .date: return .date(microseconds: value)
    default: return .integer(value)
    }
  }

  private static func blob(
    _ statement: OpaquePointer, _ column: Int32, _ storage: Int32, _ type: ColumnType
  ) -> StoredValue? {
    if storage == SQLITE_TEXT, type == .uuid {
      return String(statement, column).flatMap(UUID.init(uuidString:)).map { .uuid($0) }
    }
    guard storage == SQLITE_BLOB else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
    guard type == .uuid else { return .data(Data(bytes)) }
    return count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : nil
  }

  private init?(text: String, _ type: ColumnType) {
    switch type {
    case .decimal:
      guard let value = Decimal(exactly: text) else { return nil }
      self = .decimal(value)
    case .json:
      guard let value = try? JSON(parsing: text) else { return nil }
      self = .json(value)
    case .list(let element):
      self.init(listText: text, of: element)
    default:
      self = .text(text)
    }
  }
}

#endif
