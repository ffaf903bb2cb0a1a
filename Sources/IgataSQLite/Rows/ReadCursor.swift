#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The rows of a statement whose columns are those of a table.
final class ReadCursor {
  private let statement: OpaquePointer
  private let table: TableDescription
  /// Whether a column has a form, in a table of another program.
  private let hasForms: Bool
  /// The maximum number of rows that are still read.
  private var remaining: Int
  /// How many rows were read.
  private(set) var rowCount = 0
  /// Whether SQLite has no more rows. Another step would start the statement again.
  private(set) var isAtEnd = false
  /// The error of the last step; `nil` if there was none.
  private(set) var failure: EngineFailure?

  init(_ statement: Statement, _ table: TableDescription, limit: Int = .max) {
    self.statement = statement.handle
    self.table = table
    hasForms = !table.forms.isEmpty
    remaining = limit
  }

  /// The value of a column. A connection without a mutex may read from it directly, which saves a lookup for each of
  /// its type, its bytes and their number.
  private func field(_ column: Int) -> OpaquePointer? {
    sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
  }

  /// The form of a date that is a text in a table of another program.
  @inline(__always)
  private func dateText(_ column: Int) -> StoredForm.DateText? {
    if column < table.forms.count, case .dateText(let form)? = table.forms[column] { form } else { nil }
  }

  /// The form of a UUID that is a text in a table of another program.
  @inline(__always)
  private func uuidText(_ column: Int) -> StoredForm.UUIDText? {
    if column < table.forms.count, case .uuidText(let form)? = table.forms[column] { form } else { nil }
  }

  /// A date in a table with forms. As a part of ``date(_:)``, this would cost tables without forms as well.
  @inline(never)
  private func dateInForm(_ column: Int) -> Int64? {
    guard let form = dateText(column) else { return integer(column) }
    return field(column).flatMap { StoredForms.microseconds($0, form) }
  }

  /// A UUID in a table with forms.
  @inline(never)
  private func uuidInForm(_ column: Int) -> UUID? {
    guard let form = uuidText(column) else { return plainUUID(column) }
    return field(column).flatMap { StoredForms.uuid($0, form) }
  }

  @inline(__always)
  private func plainUUID(_ column: Int) -> UUID? {
    guard let field = field(column) else { return nil }
    switch sqlite3_value_type(field) {
    case SQLITE_BLOB:
      guard sqlite3_value_bytes(field) == 16, let bytes = sqlite3_value_blob(field) else { return nil }
      return bytes.loadUnaligned(as: UUID.self)
    case SQLITE_TEXT: return String(sqliteText: field).flatMap { UUID(uuidString: $0) }
    default: return nil
    }
  }

  private func type(of column: Int) -> ColumnType? {
    table.columns.indices.contains(column) ? table.columns[column].type : nil
  }
}

extension ReadCursor: RowInput {
  func next() -> NextRow {
    guard remaining > 0, !isAtEnd else { return .end }
    remaining -= 1
    do {
      if try Statement.step(statement) {
        rowCount += 1
        return .row
      }
      isAtEnd = true
      return .end
    } catch {
      isAtEnd = true
      failure = error
      return .failed
    }
  }

  func isNull(_ column: Int) -> Bool { sqlite3_value_type(field(column)) == SQLITE_NULL }

  func bool(_ column: Int) -> Bool? {
    switch integer(column) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  func integer(_ column: Int) -> Int64? {
    let field = field(column)
    return sqlite3_value_type(field) == SQLITE_INTEGER ? sqlite3_value_int64(field) : nil
  }

  func real(_ column: Int) -> Double? {
    let field = field(column)
    return switch sqlite3_value_type(field) {
    case SQLITE_FLOAT: sqlite3_value_double(field)
    // A table that is not strict may contain an integer here.
    case SQLITE_INTEGER: Double(exactly: sqlite3_value_int64(field))
    default: nil
    }
  }

  func text(_ column: Int) -> String? { field(column).flatMap { String(sqliteText: $0) } }

  func uuid(_ column: Int) -> UUID? { hasForms ? uuidInForm(column) : plainUUID(column) }

  func date(_ column: Int) -> Int64? { hasForms ? dateInForm(column) : integer(column) }

  func value(_ column: Int) -> StoredValue? {
    if hasForms, column < table.forms.count, let form = table.forms[column], !isNull(column) {
      switch form {
      case .dateText(let form):
        let isExact = table.columns[column].readsAllMicroseconds
        let date = field(column).flatMap { StoredForms.microseconds($0, form, isExact: isExact) }
        return date.map { .date(microseconds: $0) }
      case .uuidText: return uuid(column).map { .uuid($0) }
      case .day(isCompact: true): return field(column).flatMap(StoredForms.day).map { .day($0) }
      case .dateNumber, .local, .day(isCompact: false), .number, .native: break
      }
    }
    return type(of: column).flatMap { StoredValue(statement, Int32(truncatingIfNeeded: column), $0) }
  }

  func reasonUnread(_ column: Int) -> RowFault.Reason {
    if let value = field(column), !isNull(column) {
      let form = hasForms && column < table.forms.count ? table.forms[column] : nil
      let isText = sqlite3_value_type(value) == SQLITE_TEXT
      let refused = isText ? String(sqliteText: value).flatMap(StoredForms.refusedValue) : nil
      if let form, let type = type(of: column) {
        let shown = refused ?? StoredForms.shown(value)
        return .malformed("\(shown) isn't \(form.expectation(of: type))")
      }
      if let refused { return .malformed("\(refused) has another form") }
    }
    let expected = type(of: column) ?? .scalar(.string)
    return RowFault.Reason(whyUnread: statement, Int32(truncatingIfNeeded: column), expected)
  }
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
    guard found == type.storageClass || (found == .text && type.storage == .uuid) else {
      self = .wrongType(found: found.words)
      return
    }
    switch type.storage {
    case .bool: self = .wrongType(found: "an integer other than 0 and 1")
    case .uuid: self = .malformed("it is not a UUID")
    case .decimal, .day, .json, .list:
      self =
        String(statement, column) == nil
        ? .malformed("it is not valid UTF-8") : .malformed("it is not \(type.textName)")
    default: self = found == .text ? .malformed("it is not valid UTF-8") : .wrongType(found: found.words)
    }
  }
}

extension ColumnType {
  fileprivate var textName: String {
    switch storage {
    case .decimal: "a decimal number"
    case .day: "a day"
    case .json: "JSON"
    default: "a list"
    }
  }
}

extension StorageClass {
  fileprivate var words: String {
    switch self {
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .text: "text"
    case .blob: "data"
    }
  }
}

extension StoredValue {
  /// A column as a value of the type, `.null` if it is null; `nil` if it is not a value of the type.
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
      switch storage {
      case SQLITE_FLOAT: value = .real(sqlite3_column_double(statement, column) + 0)
      case SQLITE_INTEGER: value = Double(exactly: sqlite3_column_int64(statement, column)).map { .real($0) }
      default: value = nil
      }
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
    switch type.storage {
    case .bool: return value & ~1 == 0 ? .bool(value == 1) : nil
    case .date: return .date(microseconds: value)
    default: return .integer(value)
    }
  }

  private static func blob(
    _ statement: OpaquePointer, _ column: Int32, _ storage: Int32, _ type: ColumnType
  ) -> StoredValue? {
    if storage == SQLITE_TEXT, type.storage == .uuid {
      return String(statement, column).flatMap(UUID.init(uuidString:)).map { .uuid($0) }
    }
    guard storage == SQLITE_BLOB else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
    guard type.storage == .uuid else { return .data(Data(bytes)) }
    return count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : nil
  }

  private init?(text: String, _ type: ColumnType) {
    if case .list(let element) = type {
      self.init(listText: text, of: element)
      return
    }
    switch type.storage {
    case .decimal:
      guard let value = Decimal(exactly: text) else { return nil }
      self = .decimal(value)
    case .day:
      guard let value = Day(text) else { return nil }
      self = .day(value)
    case .json:
      guard let value = try? JSON(parsing: text) else { return nil }
      self = .json(value)
    default:
      self = .text(text)
    }
  }
}

#endif
