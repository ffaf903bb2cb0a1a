#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The functions that the scripts of versions call, which SQLite doesn't have. Each returns null for a value that can't
/// be converted.
enum MigrationFunctions {
  static func register(on database: OpaquePointer) {
    add("igata_uuid", 0, to: database) { context, _, _ in MigrationFunctions.set(context, UUID()) }
    add("igata_uuid7", 0, to: database) { context, _, _ in MigrationFunctions.set(context, UUID.v7()) }
    add("igata_derived_uuid", -1, to: database) { context, count, values in
      let key = (1..<max(Int(count), 1)).map { StoredValue(argument: values?[$0]) }
      guard count > 1, let name = values?[0].flatMap({ String(sqliteText: $0) }) else {
        return sqlite3_result_null(context)
      }
      MigrationFunctions.set(context, UUID.derived(from: key, for: name))
    }
    add("igata_now", 0, to: database) { context, _, _ in
      sqlite3_result_int64(context, Date.wholeMicrosecond().microsecondsSince1970 ?? 0)
    }
    add("igata_decimal", 1, to: database) { context, _, values in
      MigrationFunctions.set(context, MigrationFunctions.decimal(values?[0])?.canonicalText)
    }
    add("igata_decimal", 2, to: database) { context, _, values in
      MigrationFunctions.set(context, MigrationFunctions.decimal(values?[0], scale: values?[1])?.canonicalText)
    }
    add("igata_decimal_digits", 4, to: database) { MigrationFunctions.fitDigits($0, $2) }
    add("igata_decimal_compare", 2, to: database) { context, _, values in
      guard let left = MigrationFunctions.decimal(values?[0]), let right = MigrationFunctions.decimal(values?[1]) else {
        return sqlite3_result_null(context)
      }
      sqlite3_result_int(context, left < right ? -1 : left == right ? 0 : 1)
    }
    add("igata_fixed", 3, to: database) { MigrationFunctions.fixed($0, $2) }
    add("igata_real", 2, to: database) { MigrationFunctions.real($0, $2) }
    add("igata_float", 1, to: database) { MigrationFunctions.float($0, $2) }
    add("igata_float", 2, to: database) { context, _, values in
      guard let single = MigrationFunctions.single(values?[0], scale: values?[1]) else {
        return sqlite3_result_null(context)
      }
      sqlite3_result_double(context, Double(single))
    }
    add("igata_date", 1, to: database) { context, _, values in
      let date = values?[0].flatMap { String(sqliteText: $0) }.flatMap { Date(iso8601: $0) }
      guard let microseconds = date?.microsecondsSince1970 else { return sqlite3_result_null(context) }
      sqlite3_result_int64(context, microseconds)
    }
    add("igata_url", 1, to: database) { context, _, values in
      let text = values?[0].flatMap { String(sqliteText: $0) }
      MigrationFunctions.set(context, text.flatMap { URL(stored: $0) == nil ? nil : $0 })
    }
    add("igata_uuid_blob", 1, to: database) { context, _, values in
      let text = values?[0].flatMap { String(sqliteText: $0) }
      guard let uuid = text.flatMap({ UUID(uuidString: $0) }) else {
        return sqlite3_result_null(context)
      }
      MigrationFunctions.set(context, uuid)
    }
    add("igata_list", 1, to: database) { context, _, values in
      let element = MigrationFunctions.element(values?[0])
      MigrationFunctions.set(context, element.flatMap { StoredValue.list([$0]).storedText })
    }
    add("igata_element_real", 1, to: database) { context, _, values in
      guard case .real(let value)? = MigrationFunctions.onlyElement(of: values?[0], .double) else {
        return sqlite3_result_null(context)
      }
      sqlite3_result_double(context, value)
    }
    add("igata_element_data", 1, to: database) { context, _, values in
      guard case .data(let data)? = MigrationFunctions.onlyElement(of: values?[0], .data) else {
        return sqlite3_result_null(context)
      }
      StoredValue.data(data).setResult(of: context)
    }
  }

  private static func add(
    _ name: String, _ argumentCount: Int32, to database: OpaquePointer, _ body: SQLFunction.Body
  ) {
    sqlite3_create_function_v2(database, name, argumentCount, SQLITE_UTF8, nil, body, nil, nil, nil)
  }

  private static func set(_ context: OpaquePointer?, _ text: String?) {
    (text.map { StoredValue.text($0) } ?? .null).setResult(of: context)
  }

  private static func set(_ context: OpaquePointer?, _ uuid: UUID) {
    StoredValue.uuid(uuid).setResult(of: context)
  }

  // MARK: Lists

  /// A value that SQLite's own functions for JSON don't write exactly.
  private static func element(_ value: OpaquePointer?) -> StoredValue? {
    guard let value else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_BLOB:
      let count = Int(sqlite3_value_bytes(value))
      return .data(sqlite3_value_blob(value).map { Data(bytes: $0, count: count) } ?? Data())
    default: return nil
    }
  }

  private static func onlyElement(of list: OpaquePointer?, _ type: Scalar) -> StoredValue? {
    guard let text = list.flatMap({ String(sqliteText: $0) }),
      case .list(let elements)? = StoredValue(listText: text, of: .scalar(type)), elements.count == 1
    else { return nil }
    return elements[0]
  }

  // MARK: Numbers

  /// The number that a value is.
  ///
  /// - Parameter scale: The divisor of an integer.
  private static func decimal(_ value: OpaquePointer?, scale: OpaquePointer? = nil) -> Decimal? {
    guard let value else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      let divisor = scale.map { sqlite3_value_int64($0) } ?? 1
      return Decimal(storedInteger: sqlite3_value_int64(value), scale: max(divisor, 1))
    case SQLITE_FLOAT: return Decimal(exactly: sqlite3_value_double(value).description)
    case SQLITE_TEXT: return String(sqliteText: value).flatMap { Decimal(exactly: $0) }
    default: return nil
    }
  }

  /// A decimal without more digits than a type has.
  private static func fitDigits(_ context: OpaquePointer?, _ values: SQLFunction.Arguments?) {
    guard let values, let number = decimal(values[0]), let precision = values[1], let scale = values[2],
      let rule = RoundingRule(values[3])
    else { return sqlite3_result_null(context) }
    let fitting = number.fitting(
      precision: Int(sqlite3_value_int64(precision)), scale: Int(sqlite3_value_int64(scale)), rounding: rule)
    set(context, fitting?.canonicalText)
  }

  /// A number as a fixed-point number of a scale.
  private static func fixed(_ context: OpaquePointer?, _ values: SQLFunction.Arguments?) {
    guard let values, let number = decimal(values[0]), let scale = values[1], let rule = RoundingRule(values[2]),
      let units = number.units(ofScale: sqlite3_value_int64(scale), rounding: rule)
    else { return sqlite3_result_null(context) }
    sqlite3_result_int64(context, units)
  }

  /// A number as a real, if it is the same number.
  private static func real(_ context: OpaquePointer?, _ values: SQLFunction.Arguments?) {
    guard let values, let number = decimal(values[0], scale: values[1]), let value = Double(number.canonicalText),
      value.isFinite
    else { return sqlite3_result_null(context) }
    sqlite3_result_double(context, value)
  }

  /// The nearest `Float` of a number; `nil` if it is infinite.
  private static func single(_ value: OpaquePointer?, scale: OpaquePointer? = nil) -> Float? {
    let isReal = value.map { sqlite3_value_type($0) == SQLITE_FLOAT } ?? false
    let single =
      isReal ? Float(sqlite3_value_double(value)) : decimal(value, scale: scale).flatMap { Float($0.canonicalText) }
    return single.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The result of an expression as a `Float`, or null for null. What isn't one fails, and is no null.
  private static func float(_ context: OpaquePointer?, _ values: SQLFunction.Arguments?) {
    if let single = single(values?[0]) { return sqlite3_result_double(context, Double(single)) }
    guard let value = values?[0], sqlite3_value_type(value) != SQLITE_NULL else { return sqlite3_result_null(context) }
    sqlite3_result_error(context, "igata: a value is no Float", -1)
  }
}

extension RoundingRule {
  /// 0 refuses digits that don't fit, 1 rounds half to even, 2 drops them.
  fileprivate init?(_ value: OpaquePointer?) {
    guard let value else { return nil }
    switch sqlite3_value_int64(value) {
    case 0: self = .exact
    case 1: self = .toNearestOrEven
    case 2: self = .towardZero
    default: return nil
    }
  }
}

#endif
