#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The SQL functions that convert values between the forms of other programs and igata's own. For a value that doesn't
/// have the form they return one of another class than the schema has, which shows when it is read.
enum StoredForms {
  /// A date of a text, in microseconds since 1970: `igata_text_date(text, form)`.
  private static let date = "igata_text_date"
  /// The text of a date: `igata_date_text(microseconds, form, digits)`.
  private static let dateText = "igata_date_text"
  /// An end of the range of the texts of a date: `igata_text_date_edge(text, form, isEnd)`.
  private static let dateEdge = "igata_text_date_edge"
  /// A date of a number of units: `igata_date_number(number, unit, start)`, both in microseconds.
  private static let dateNumber = "igata_date_number"
  /// The same of a whole number.
  private static let wholeDateNumber = "igata_date_whole_number"
  /// Both, of all microseconds: `igata_date_all_microseconds(number, unit, start, isReal)`.
  private static let allMicroseconds = "igata_date_all_microseconds"
  /// The whole units of a date: `igata_date_units(microseconds, unit, start)`.
  private static let dateUnits = "igata_date_units"
  /// A UUID of a text: `igata_uuid(text, form)`.
  private static let uuid = "igata_uuid"
  /// The text of a UUID: `igata_uuid_text(uuid, form)`.
  private static let uuidText = "igata_uuid_text"
  /// A day of eight digits, which are a text or a whole number: `igata_day(digits)`.
  private static let day = "igata_day"
  /// The eight digits of a day: `igata_day_digits(day)`.
  private static let dayDigits = "igata_day_digits"
  /// A fixed-point number of a number: `igata_units(number, scale)`.
  private static let units = "igata_units"
  /// The number that is nearest to a fixed-point one: `igata_number(units, scale, isReal)`.
  private static let number = "igata_number"
  /// A `Decimal` of a number, with so many digits after the point, or any number of them if it is -1:
  /// `igata_decimal_of_number(number, digits)`.
  private static let decimal = "igata_decimal_of_number"
  /// The number that is nearest to a `Decimal`: `igata_number_of_decimal(decimal, isReal)`.
  private static let decimalNumber = "igata_number_of_decimal"

  static func register(_ add: (String, Int32, SQLFunction.Body) -> Void) {
    add(dateNumber, 3) { context, _, values in StoredForms.readDateNumber(context, values?[0], values?[1], values?[2]) }
    add(wholeDateNumber, 3) { context, _, values in
      guard StoredForms.isWhole(values?[0]) else { return StoredForms.refuse(values?[0], context) }
      StoredForms.readDateNumber(context, values?[0], values?[1], values?[2], isWhole: true)
    }
    add(allMicroseconds, 4) { context, _, values in
      guard sqlite3_value_int64(values?[3]) == 1 || StoredForms.isWhole(values?[0]),
        let date = StoredForms.microseconds(values?[0], values?[1], values?[2])
      else { return StoredForms.refuse(values?[0], context) }
      sqlite3_result_int64(context, date)
    }
    add(dateUnits, 3) { context, _, values in StoredForms.writeDateNumber(context, values?[0], values?[1], values?[2]) }
    add(date, 2) { context, _, values in StoredForms.readDate(context, values?[0], values?[1]) }
    add(dateText, 3) { context, _, values in StoredForms.writeDate(context, values?[0], values?[1], values?[2]) }
    add(dateEdge, 3) { context, _, values in StoredForms.findEdge(context, values?[0], values?[1], values?[2]) }
    add(uuid, 2) { context, _, values in StoredForms.readUUID(context, values?[0], values?[1]) }
    add(uuidText, 2) { context, _, values in StoredForms.writeUUID(context, values?[0], values?[1]) }
    add(day, 1) { context, _, values in StoredForms.readDay(context, values?[0]) }
    add(dayDigits, 1) { context, _, values in StoredForms.writeDay(context, values?[0]) }
    add(number, 3) { context, _, values in StoredForms.writeUnits(context, values?[0], values?[1], values?[2]) }
    add(decimal, 2) { context, _, values in StoredForms.readDecimal(context, values?[0], values?[1]) }
    add(decimalNumber, 2) { context, _, values in StoredForms.writeDecimal(context, values?[0], values?[1]) }
    add(units, 2) { context, _, values in StoredForms.readUnits(context, values?[0], values?[1]) }
  }

  // MARK: The SQL

  /// The value of a column as the schema has it, and the value of a column as it is stored; `$` is the other one. `nil`
  /// for a form of another database.
  ///
  /// - Parameters:
  ///   - isReal: Whether the column keeps all numbers as fractions.
  ///   - isExact: Whether dates have all microseconds.
  static func templates(
    _ form: StoredForm, of type: ColumnType, isReal: Bool = false, isExact: Bool = false
  ) -> (value: String, written: String)? {
    switch form {
    case .dateText(let text):
      let (number, digits) = text.numbers
      return ("\(date)($, \(number))", "\(dateText)($, \(number), \(digits))")
    case .dateNumber(let unit):
      let (factor, start) = (unit.microseconds, unit.start)
      let units = "($, \(factor), \(start))"
      if isExact { return ("\(allMicroseconds)($, \(factor), \(start), \(isReal ? 1 : 0))", dateUnits + units) }
      return ((isReal ? dateNumber : wholeDateNumber) + units, dateUnits + units)
    case .uuidText(let text): return ("\(uuid)($, \(text.number))", "\(uuidText)($, \(text.number))")
    case .day(isCompact: false): return ("$", "$")
    case .day(isCompact: true): return ("\(day)($)", "\(dayDigits)($)")
    case .number where type.storage == .integer:
      return ("\(units)($, \(type.scale))", "\(number)($, \(type.scale), \(isReal ? 1 : 0))")
    case .number where type.storage == .decimal:
      return ("\(decimal)($, \(type.decimalDigits ?? -1))", "\(decimalNumber)($, \(isReal ? 1 : 0))")
    case .number, .local, .native: return nil
    }
  }

  /// The ends of the range of a text; `nil` for other forms.
  static func edges(_ form: StoredForm) -> StoredEdges? {
    guard case .dateText(let text) = form else { return nil }
    return StoredEdges(
      start: "\(dateEdge)($, \(text.numbers.form), 0)", end: "\(dateEdge)($, \(text.numbers.form), 1)", least: "''",
      greatest: "':'")
  }

  // MARK: The functions

  private static func readDate(_ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?) {
    let form = StoredForm.DateText(sqlite3_value_int64(form), digits: -1)
    guard let value, let date = microseconds(value, form) else { return refuse(value, context) }
    sqlite3_result_int64(context, date)
  }

  /// The date of a text as a `Date` has it; `nil` if the value isn't one in the form.
  static func microseconds(_ value: OpaquePointer, _ form: StoredForm.DateText, isExact: Bool = false) -> Int64? {
    bytes(value).flatMap { StoredDateText.microseconds($0, form, isExact: isExact) }
  }

  /// The UUID of a text; `nil` if the value isn't one in the form.
  static func uuid(_ value: OpaquePointer, _ form: StoredForm.UUIDText) -> UUID? { bytes(value).flatMap(form.uuid) }

  /// The day of eight digits; `nil` if the value isn't one in the form.
  static func day(_ value: OpaquePointer) -> Day? {
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT: return String(sqliteText: value).flatMap { Day(compact: $0) }
    case SQLITE_INTEGER: return Day(digits: sqlite3_value_int64(value))
    default: return nil
    }
  }

  /// The bytes of a text; `nil` for all other values.
  @inline(__always)
  private static func bytes(_ value: OpaquePointer) -> UnsafeRawBufferPointer? {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else { return nil }
    return .init(start: text, count: Int(sqlite3_value_bytes(value)))
  }

  private static func findEdge(
    _ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?, _ isEnd: OpaquePointer?
  ) {
    let form = StoredForm.DateText(sqlite3_value_int64(form), digits: -1)
    let edge: StoredBounds.Edge = sqlite3_value_int64(isEnd) == 1 ? .end : .start
    guard let value, sqlite3_value_type(value) != SQLITE_NULL else {
      return edge == .end ? StoredValue.text("").setResult(of: context) : sqlite3_result_null(context)
    }
    let date = microseconds(value, form).map { StoredValue.date(microseconds: $0) }
    let bound = date.flatMap { StoredBounds.dateText(form).bound(edge, of: $0) }
    (bound ?? .null).setResult(of: context)
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
    guard let value, let uuid = uuid(value, StoredForm.UUIDText(sqlite3_value_int64(form))) else {
      return refuse(value, context)
    }
    StoredValue.uuid(uuid).setResult(of: context)
  }

  private static func writeUUID(_ context: OpaquePointer?, _ value: OpaquePointer?, _ form: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_BLOB, sqlite3_value_bytes(value) == 16,
      let bytes = sqlite3_value_blob(value)
    else { return sqlite3_result_value(context, value) }
    let text = StoredForm.UUIDText(sqlite3_value_int64(form)).text(bytes.loadUnaligned(as: UUID.self))
    StoredValue.text(text).setResult(of: context)
  }

  private static func readDay(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let day = value.flatMap(day) else { return refuse(value, context) }
    StoredValue.day(day).setResult(of: context)
  }

  /// The affinity of the column makes a number of the digits.
  private static func writeDay(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_TEXT, let day = String(sqliteText: value).flatMap({ Day($0) })
    else { return sqlite3_result_value(context, value) }
    StoredValue.text(day.text(isCompact: true)).setResult(of: context)
  }

  /// A number that is farther than a millionth from a whole unit is none.
  private static func readUnits(_ context: OpaquePointer?, _ value: OpaquePointer?, _ scale: OpaquePointer?) {
    let scale = sqlite3_value_int64(scale)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      if let units = StoredNumber.units(sqlite3_value_int64(value), per: scale) {
        return sqlite3_result_int64(context, units)
      }
    case SQLITE_FLOAT:
      if let (units, isExact) = StoredNumber.decimalUnits(sqlite3_value_double(value), per: scale), isExact {
        return sqlite3_result_int64(context, units)
      }
    default: break
    }
    refuse(value, context)
  }

  /// A whole number beyond those that a fraction has is written as an integer, unless the column keeps all numbers as
  /// fractions.
  private static func writeUnits(
    _ context: OpaquePointer?, _ value: OpaquePointer?, _ scale: OpaquePointer?, _ isReal: OpaquePointer?
  ) {
    guard let value, sqlite3_value_type(value) == SQLITE_INTEGER else { return sqlite3_result_value(context, value) }
    let (units, scale) = (sqlite3_value_int64(value), sqlite3_value_int64(scale))
    let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
    if rest == 0, whole.magnitude > 1 << 53, sqlite3_value_int64(isReal) == 0 {
      return sqlite3_result_int64(context, whole)
    }
    sqlite3_result_double(context, StoredNumber.nearest(units, per: scale))
  }

  private static func readDecimal(_ context: OpaquePointer?, _ value: OpaquePointer?, _ digits: OpaquePointer?) {
    let digits = Int(sqlite3_value_int64(digits))
    let decimal: Decimal? =
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: Decimal(sqlite3_value_int64(value))
      case SQLITE_FLOAT: StoredNumber.decimal(sqlite3_value_double(value), digits: digits < 0 ? nil : digits)
      default: nil
      }
    guard let decimal else { return refuse(value, context) }
    StoredValue.decimal(decimal).setResult(of: context)
  }

  /// A whole number is written as an integer, unless the column keeps all numbers as fractions.
  private static func writeDecimal(_ context: OpaquePointer?, _ value: OpaquePointer?, _ isReal: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_TEXT, let text = String(sqliteText: value),
      let number = Double(text)
    else { return sqlite3_result_value(context, value) }
    if sqlite3_value_int64(isReal) == 0, let whole = Int64(text) { return sqlite3_result_int64(context, whole) }
    sqlite3_result_double(context, number)
  }

  private static func readDateNumber(
    _ context: OpaquePointer?, _ value: OpaquePointer?, _ unit: OpaquePointer?, _ start: OpaquePointer?,
    isWhole: Bool = false
  ) {
    guard let microseconds = microseconds(value, unit, start) else { return refuse(value, context) }
    let (unit, start) = (sqlite3_value_int64(unit), sqlite3_value_int64(start))
    guard let date = StoredNumber.date(microseconds, unit: unit, start: start, isWhole: isWhole) else {
      return refuse(value, context)
    }
    sqlite3_result_int64(context, date)
  }

  /// The microseconds since 1970 of a number of units; `nil` for another value, and beyond 64 bits.
  private static func microseconds(
    _ value: OpaquePointer?, _ unit: OpaquePointer?, _ start: OpaquePointer?
  ) -> Int64? {
    let unit = sqlite3_value_int64(unit)
    let microseconds: Int64? =
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: StoredNumber.units(sqlite3_value_int64(value), per: unit)
      case SQLITE_FLOAT: StoredNumber.units(sqlite3_value_double(value), per: unit)
      default: nil
      }
    guard let sum = microseconds?.addingReportingOverflow(sqlite3_value_int64(start)), !sum.overflow else { return nil }
    return sum.partialValue
  }

  private static func isWhole(_ value: OpaquePointer?) -> Bool {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: true
    case SQLITE_FLOAT: Int64(exactly: sqlite3_value_double(value)) != nil
    default: false
    }
  }

  private static func writeDateNumber(
    _ context: OpaquePointer?, _ value: OpaquePointer?, _ unit: OpaquePointer?, _ start: OpaquePointer?
  ) {
    guard let value, sqlite3_value_type(value) == SQLITE_INTEGER else { return sqlite3_result_value(context, value) }
    let (date, isOverflow) = sqlite3_value_int64(value).subtractingReportingOverflow(sqlite3_value_int64(start))
    if isOverflow { return sqlite3_result_error(context, SQLFunction.overflowMessage, -1) }
    let unit = sqlite3_value_int64(unit)
    sqlite3_result_int64(context, Date.rounded(microsecondsSince1970: date, to: unit) / unit)
  }

  /// How the text begins that is returned for a value in another form, which is no value of a type that has forms.
  private static let refused = "igata: another form: "

  /// Returns null for null, and for everything else a text that shows the value.
  static func refuse(_ value: OpaquePointer?, _ context: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) != SQLITE_NULL else { return sqlite3_result_null(context) }
    StoredValue.text(refused + shown(value)).setResult(of: context)
  }

  /// What was stored in place of a value with a form, as a message shows it; `nil` if the text isn't one that
  /// ``refuse(_:_:)`` returns.
  static func refusedValue(_ text: String) -> String? {
    text.hasPrefix(refused) ? String(text.dropFirst(refused.count)) : nil
  }

  /// The same in SQL.
  static func refusedValue(of text: String) -> String { "substr(\(text), \(refused.utf8.count + 1))" }

  /// A value as a message shows it.
  static func shown(_ value: OpaquePointer) -> String {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: "\(sqlite3_value_int64(value))"
    case SQLITE_FLOAT: "\(sqlite3_value_double(value))"
    case SQLITE_TEXT: String(sqliteText: value)?.shownAsStored ?? "a text that isn't UTF-8"
    default: "\(sqlite3_value_bytes(value)) bytes"
    }
  }
}

extension ColumnType {
  /// The digits after the point of a `Decimal` with a precision; `nil` for any number of them.
  var decimalDigits: Int? {
    if case .scalar(.decimal(_?, let scale)) = self { scale ?? 0 } else { nil }
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
