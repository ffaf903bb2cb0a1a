#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The SQL functions that convert values between the forms of other programs and igata's own. A value that doesn't have
/// the form is returned as it is: it is of another class than those of the schema, which shows when it is read.
enum StoredForms {
  /// A date of a text, in microseconds since 1970: `igata_date(text, form)`.
  private static let date = "igata_date"
  /// The text of a date: `igata_date_text(microseconds, form, digits)`.
  private static let dateText = "igata_date_text"
  /// A UUID of a text: `igata_uuid(text, form)`.
  private static let uuid = "igata_uuid"
  /// The text of a UUID: `igata_uuid_text(uuid, form)`.
  private static let uuidText = "igata_uuid_text"
  /// A fixed-point number of a number: `igata_units(number, scale)`.
  private static let units = "igata_units"

  static func register(on database: OpaquePointer, _ add: (String, Int32, SQLFunction.Body) -> Void) {
    add(date, 2) { context, _, values in StoredForms.readDate(context, values?[0], values?[1]) }
    add(dateText, 3) { context, _, values in StoredForms.writeDate(context, values?[0], values?[1], values?[2]) }
    add(uuid, 2) { context, _, values in StoredForms.readUUID(context, values?[0], values?[1]) }
    add(uuidText, 2) { context, _, values in StoredForms.writeUUID(context, values?[0], values?[1]) }
    add(units, 2) { context, _, values in StoredForms.readUnits(context, values?[0], values?[1]) }
  }

  // MARK: The SQL

  /// The value of a column as the schema has it, and the value of a column as it is stored; `$` is the other one. `nil`
  /// for a form of another database.
  static func templates(_ form: StoredForm, of type: ColumnType) -> (value: String, written: String)? {
    switch form {
    case .dateText(let text):
      let (number, digits) = text.numbers
      return ("\(date)($, \(number))", "\(dateText)($, \(number), \(digits))")
    case .dateNumber(let unit):
      let (perSecond, start) = unit.measures
      let factor = 1_000_000 / perSecond
      let value =
        "CASE typeof($) WHEN 'integer' THEN $ * \(factor) WHEN 'real' THEN CAST(round($ * \(factor).0) AS INTEGER) "
        + "ELSE $ END"
      let shifted = start == 0 ? "$" : "($ - \(start * 1_000_000))"
      let written = "CASE WHEN \(shifted) % \(factor) = 0 THEN \(shifted) / \(factor) ELSE \(shifted) / \(factor).0 END"
      return (start == 0 ? value : "CASE WHEN typeof($) IN ('integer', 'real') THEN (\(value)) "
        + "+ \(start * 1_000_000) ELSE $ END", written)
    case .uuidText(let text): return ("\(uuid)($, \(text.number))", "\(uuidText)($, \(text.number))")
    case .number where type.scale != 1 || type.storage == .integer:
      return ("\(units)($, \(type.scale))", "($ / \(type.scale).0)")
    case .number, .local, .native: return nil
    }
  }

  // MARK: The functions

  private static func readDate(_ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else {
      return sqlite3_result_value(context, value)
    }
    let text = Array(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
    guard let date = StoredDateText.microseconds(text, StoredForm.DateText(sqlite3_value_int64(form), digits: -1)) else {
      return sqlite3_result_value(context, value)
    }
    sqlite3_result_int64(context, date)
  }

  private static func writeDate(
    _ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?, _ digits: OpaquePointer?
  ) {
    guard let value, sqlite3_value_type(value) == SQLITE_INTEGER else { return sqlite3_result_value(context, value) }
    let form = StoredForm.DateText(sqlite3_value_int64(form), digits: Int(sqlite3_value_int64(digits)))
    guard let text = StoredDateText.text(microsecondsSince1970: sqlite3_value_int64(value), form) else {
      return sqlite3_result_error(context, SQLFunction.overflowMessage, -1)
    }
    StoredValue.text(text).setResult(of: context)
  }

  private static func readUUID(_ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_TEXT, let text = String(sqliteText: value),
      let uuid = StoredForm.UUIDText(sqlite3_value_int64(form)).uuid(text)
    else { return sqlite3_result_value(context, value) }
    StoredValue.uuid(uuid).setResult(of: context)
  }

  private static func writeUUID(_ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_BLOB, sqlite3_value_bytes(value) == 16,
      let bytes = sqlite3_value_blob(value)
    else { return sqlite3_result_value(context, value) }
    let text = StoredForm.UUIDText(sqlite3_value_int64(form)).text(bytes.loadUnaligned(as: UUID.self))
    StoredValue.text(text).setResult(of: context)
  }

  /// A number that is farther than a millionth from a whole unit is none.
  private static func readUnits(_ context: OpaquePointer?, _ value: OpaquePointer?, _ scale: OpaquePointer?) {
    let scale = sqlite3_value_int64(scale)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      let (units, isOverflow) = sqlite3_value_int64(value).multipliedReportingOverflow(by: scale)
      if !isOverflow { return sqlite3_result_int64(context, units) }
    case SQLITE_FLOAT:
      let units = sqlite3_value_double(value) * Double(scale)
      let rounded = units.rounded()
      if abs(units - rounded) <= 1e-6, let whole = Int64(exactly: rounded) {
        return sqlite3_result_int64(context, whole)
      }
    default: break
    }
    sqlite3_result_value(context, value)
  }
}

extension StoredForm.DateText {
  /// The arguments of the functions for the form, and for the digits that are written; -1 for as many as are needed.
  fileprivate var numbers: (form: Int64, digits: Int) {
    switch self {
    case .plain(let digits): (0, digits ?? -1)
    case .iso: (1, -1)
    case .offset: (2, -1)
    }
  }

  fileprivate init(_ number: Int64, digits: Int) {
    self =
      switch number {
      case 1: .iso
      case 2: .offset
      default: .plain(digits: digits < 0 ? nil : digits)
      }
  }
}

extension StoredForm.DateNumber {
  /// How many units a second has, and the second since 1970 at which they begin.
  fileprivate var measures: (perSecond: Int64, start: Int64) {
    switch self {
    case .seconds: (1, 0)
    case .milliseconds: (1000, 0)
    case .appleSeconds: (1, 978_307_200)
    }
  }
}

extension StoredForm.UUIDText {
  fileprivate var number: Int64 {
    switch self {
    case .lower: 0
    case .upper: 1
    case .hex: 2
    }
  }

  fileprivate init(_ number: Int64) {
    self =
      switch number {
      case 1: .upper
      case 2: .hex
      default: .lower
      }
  }
}

#endif
