import IgataSchema
import IgataTables

/// An expression for a value, and the condition under which it fits the new column.
struct SQLiteConversion: ScriptConversion {
  let source: String
  private let old: ColumnType
  private let new: ColumnType
  /// The converted value.
  var value: String
  /// The conditions that hold for a value that fits; they may be null for a null.
  private var conditions: [String] = []

  init(_ source: String, _ old: ColumnType, _ new: ColumnType) {
    self.source = source
    self.old = old
    self.new = new
    value = source
  }

  // MARK: Enums

  /// Maps the raw values of cases, and requires that there is a case.
  mutating func map(_ match: EnumMatch, _ old: ColumnType, _ new: ColumnType, _ dialect: SQLiteDialect) {
    guard let cases = CaseMapping(match, old, new, dialect) else { return }
    let element = old.isList ? "\"igata_element\".\"value\"" : source
    if cases.refusesUnknown {
      require("\(element) IN (\(cases.known.joined(separator: ", ")))")
    } else if !cases.gone.isEmpty {
      require("\(element) NOT IN (\(cases.gone.joined(separator: ", ")))")
    }
    if !cases.arms.isEmpty { replace(cases.mapped(element)) }
  }

  /// Requires a condition of the value, or of each element of a list.
  mutating func require(_ condition: String) {
    guard old.isList else { return conditions.append(condition) }
    conditions.append(
      "NOT EXISTS (SELECT 1 FROM json_each(\(source)) AS \"igata_element\" WHERE NOT (\(condition)))")
  }

  /// Replaces the value, or each element of a list.
  private mutating func replace(_ expression: String) {
    guard old.isList else { return value = expression }
    value = """
      CASE WHEN \(source) IS NOT NULL THEN (SELECT json_group_array(\(expression)) FROM \
      (SELECT "value" FROM json_each(\(source)) ORDER BY "key") AS "igata_element") END
      """
  }

  // MARK: Types

  /// Requires that there is no value: none of the old ones means anything.
  mutating func reject() { conditions.append("0") }

  mutating func convert(_ backfill: Backfill.Kind?, isNullable: Bool) {
    let conversion = Conversion(old, new)
    if conversion == .same || conversion == .widening { return }
    // Every row gets the backfill, except for those without a value.
    if conversion == .unknown { return reject() }
    switch (old, new) {
    case (_, .list(let element)) where Conversion(old, element) == .same:
      value = keepingNull(Self.listed(value, element), isNullable)
    case (.list(let element), _) where Conversion(element, new) == .same:
      conditions.append("json_array_length(\(source)) = 1")
      value = Self.onlyElement(of: value, element)
    case (.scalar(.uuid), .scalar(.string)): value = keepingNull(Self.uuidText(source), isNullable)
    case (.scalar(.string), .scalar(.uuid)): call("igata_uuid_blob", source)
    case (.scalar(.string), .scalar(.date)): call("igata_date", source)
    case (.scalar(.day), .scalar(.date)): value = "CAST(strftime('%s', \(source)) AS INTEGER) * 1000000"
    case (.scalar(.date), .scalar(.day)):
      conditions += ["\(source) % 86400000000 = 0", "\(source) BETWEEN -62135596800000000 AND 253402300799999999"]
      value = "date(\(source) / 1000000, 'unixepoch')"
    case (.scalar(.string), .scalar(.day)):
      conditions.append("date(\(source), '0 days') IS \(source) AND \(source) >= '0001-'")
    case (.scalar(.string), .scalar(.url)): call("igata_url", source)
    case (.scalar(.string), .stringEnum(let cases, _)):
      conditions.append("\(source) IN (\(cases.map { $0.quoted(by: "'") }.joined(separator: ", ")))")
    default: convertNumbers(backfill)
    }
    // The cases of two enums are mapped before.
    if case .integerEnum(let cases, _, false) = new, old.rawValues == nil {
      conditions.append("\(value) IN (\(cases.map(String.init).joined(separator: ", ")))")
    }
  }

  /// A value that isn't null for a null.
  private func keepingNull(_ value: String, _ isNullable: Bool) -> String {
    isNullable ? "CASE WHEN \(source) IS NOT NULL THEN \(value) END" : value
  }

  private mutating func convertNumbers(_ backfill: Backfill.Kind?) {
    guard let before = old.numberScalar, let after = new.numberScalar else { return }
    switch (before.number, after.number) {
    case (.whole?, .whole?): limit(before, after, backfill)
    case (.whole?, .fixed?), (.fixed?, .fixed?): scale(from: before.scale, to: after.scale, backfill)
    case (.fixed?, .whole?):
      scale(from: before.scale, to: 1, backfill)
      limit(.int64, after, backfill)
    case (.whole?, .floating?):
      requireExact(before, in: after)
      value = "CAST(\(source) AS REAL)"
    case (.whole?, nil) where after == .string: value = "CAST(\(source) AS TEXT)"
    case (.whole?, .decimal?): value = "CAST(\(source) AS TEXT)"; fitDecimal(after)
    case (.fixed?, .decimal?): value = "igata_decimal(\(source), \(before.scale))"; fitDecimal(after)
    case (.decimal?, .decimal?): fitDecimal(after, rounding: backfill)
    case (.decimal?, .fixed?), (nil, .fixed?), (.floating?, .fixed?), (.decimal?, .whole?), (.floating?, .whole?):
      fix(after, backfill)
      limit(.int64, after, backfill)
    case (nil, .whole?) where before == .string:
      conditions.append("CAST(CAST(\(source) AS INTEGER) AS TEXT) = \(source)")
      value = "CAST(\(source) AS INTEGER)"
      limit(.int64, after, backfill)
    case (nil, .decimal?), (.floating?, .decimal?): call("igata_decimal", source); fitDecimal(after, rounding: backfill)
    case (_, .floating?): call(after == .float ? "igata_float" : "igata_real", "\(source), \(before.scale)")
    default: break
    }
  }

  /// Makes a number a fixed-point number or an integer.
  private mutating func fix(_ type: Scalar, _ backfill: Backfill.Kind?) {
    let fixed = "igata_fixed(\(source), \(type.scale), \(Self.rounding(backfill)))"
    value = fixed
    if backfill == .clamped {
      let bounds = type.bounds ?? .min...(.max)
      func arm(_ comparison: String, _ bound: Int64) -> String {
        "WHEN igata_decimal_compare(\(source), '\(Self.decimal(bound, type.scale))') \(comparison) 0 THEN \(bound)"
      }
      value = "CASE \(arm("<", bounds.lowerBound)) \(arm(">", bounds.upperBound)) ELSE \(fixed) END"
    }
    conditions.append("\(value) IS NOT NULL")
  }

  /// The number of some units.
  private static func decimal(_ units: Int64, _ scale: Int64) -> String {
    let digitCount = String(scale).utf8.count - 1
    guard digitCount > 0 else { return String(units) }
    let digits = String(units.magnitude)
    let all = String(repeating: "0", count: max(0, digitCount + 1 - digits.utf8.count)) + digits
    return "\(units < 0 ? "-" : "")\(all.dropLast(digitCount)).\(all.suffix(digitCount))"
  }

  var wideSource: String { source }
  static var leastInteger: String { String(Int64.min) }

  static func clamped(_ value: String, _ minimum: String?, _ maximum: String?) -> String {
    let least = minimum.map { "max(\(value), \($0))" } ?? value
    return maximum.map { "min(\(least), \($0))" } ?? least
  }

  func roundedQuotient(by factor: Int64) -> String {
    // The remainder is compared with half of the factor, which is even, so that nothing overflows.
    let rest = "abs(\(source) % \(factor))"
    let isUp = "\(rest) > \(factor / 2) OR (\(rest) = \(factor / 2) AND \(source) / \(factor) % 2 <> 0)"
    return "\(source) / \(factor) + CASE WHEN \(isUp) THEN CASE WHEN \(source) < 0 THEN -1 ELSE 1 END ELSE 0 END"
  }

  private mutating func fitDecimal(_ type: Scalar, rounding backfill: Backfill.Kind? = nil) {
    guard case .decimal(let precision?, let scale?) = type else { return }
    call("igata_decimal_digits", "\(value), \(precision), \(scale), \(Self.rounding(backfill))")
  }

  /// How a function treats digits that don't fit: 0 refuses them, 1 rounds half to even, 2 drops them.
  private static func rounding(_ backfill: Backfill.Kind?) -> Int {
    switch backfill {
    case .rounded?: 1
    case .truncated?: 2
    default: 0
    }
  }

  /// A function of the runner, which returns null for what can't be converted.
  private mutating func call(_ name: String, _ arguments: String) {
    value = "\(name)(\(arguments))"
    conditions.append("\(value) IS NOT NULL")
  }

  /// The text of a UUID, in upper case, as `UUID.uuidString` has it.
  static func uuidText(_ value: String) -> String {
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(hex(\(value)), \($0.0), \($0.1))" }
    return parts.joined(separator: " || '-' || ")
  }

  /// A list of one element, as the runtime stores it.
  private static func listed(_ value: String, _ element: ColumnType) -> String {
    switch element.storage {
    case .bool: "json_array(json(CASE \(value) WHEN 1 THEN 'true' ELSE 'false' END))"
    case .json: "json_array(json(\(value)))"
    case .uuid: "json_array(lower(\(uuidText(value))))"
    // SQLite prints a real with 15 digits.
    case .real, .data: "igata_list(\(value))"
    case .date, .day, .integer, .decimal, .text, .list: "json_array(\(value))"
    }
  }

  /// The element of a list that has one.
  private static func onlyElement(of list: String, _ element: ColumnType) -> String {
    switch element.storage {
    case .json: "substr(\(list), 2, length(\(list)) - 2)"
    case .uuid: "igata_uuid_blob(json_extract(\(list), '$[0]'))"
    case .real: "igata_element_real(\(list))"
    case .data: "igata_element_data(\(list))"
    case .bool, .date, .day, .integer, .decimal, .text, .list: "json_extract(\(list), '$[0]')"
    }
  }

  // MARK: Bounds

  /// Requires the checks of the new column that the old one doesn't have.
  mutating func hold(
    to column: ColumnDescription, _ former: ColumnDescription, _ backfill: Backfill.Kind?, _ dialect: SQLiteDialect
  ) {
    guard BoundsChange(former.constraints, column.constraints).isTighter || former.type.storage != column.type.storage
    else { return }
    let bounds = column.constraints
    switch backfill {
    case .clamped? where column.type.isNumber && dialect.comparesNumbers(of: column.type) && !bounds.excludesMaximum:
      value = Self.clamped(value, column.nearestMinimum, column.nearestMaximum)
    case .truncated? where column.type.storage == .text, .clamped? where column.type.storage == .text:
      if let maximum = bounds.maximumLength { value = "substr(\(value), 1, \(maximum))" }
    default: break
    }
    for check in dialect.checks(of: column, named: "(\(value))") where check.kind == .length || check.kind == .range {
      conditions.append("(\(check.expression))")
    }
    if column.type.storage == .decimal { holdDecimals(to: bounds, backfill) }
  }

  /// SQLite stores decimals as text, so the functions of the runner compare them.
  private mutating func holdDecimals(to bounds: ColumnConstraints, _ backfill: Backfill.Kind?) {
    if backfill == .clamped, !bounds.excludesMaximum {
      func arm(_ comparison: String, _ bound: String) -> String {
        " WHEN igata_decimal_compare(\(value), '\(bound)') \(comparison) 0 THEN '\(bound)'"
      }
      let arms = (bounds.minimum.map { arm("<", $0) } ?? "") + (bounds.maximum.map { arm(">", $0) } ?? "")
      if !arms.isEmpty { value = "CASE\(arms) ELSE \(value) END" }
      return
    }
    if let minimum = bounds.minimum {
      conditions.append("igata_decimal_compare(\(value), '\(minimum)') >= 0")
    }
    if let maximum = bounds.maximum {
      conditions.append("igata_decimal_compare(\(value), '\(maximum)') \(bounds.excludesMaximum ? "<" : "<=") 0")
    }
  }

  // MARK: The expression

  var fits: String? { conditions.isEmpty ? nil : conditions.joined(separator: " AND ") }

  func fails(_ condition: String, isNullable: Bool) -> String {
    let fails = "NOT coalesce(\(condition), 0)"
    return isNullable ? "(\(source) IS NOT NULL AND \(fails))" : fails
  }
}

extension ColumnType {
  /// The raw values of an enum's cases.
  var rawValues: [ColumnLiteral]? {
    switch self {
    case .stringEnum(let values, _): values.map { .text($0) }
    case .integerEnum(let values, _, _): values.map { .integer($0) }
    case .list(let element): element.rawValues
    case .scalar: nil
    }
  }

  var isOpenEnum: Bool {
    switch self {
    case .stringEnum(_, let isOpen), .integerEnum(_, _, let isOpen): isOpen
    case .scalar, .list: false
    }
  }

  /// The scalar that a value is stored as; an enum over numbers is one.
  var numberScalar: Scalar? {
    switch self {
    case .scalar(.bool): .int16
    case .scalar(let scalar): scalar
    case .integerEnum(_, let width, _): width
    case .stringEnum: .string
    case .list: nil
    }
  }
}
