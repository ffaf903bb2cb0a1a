#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

/// One `CHECK` of a column: its expression in SQL, and the rule that it stands for in the schema's words.
struct ColumnCheck {
  var expression: String
  var rule: String
}

extension ColumnDescription {
  /// The column's checks in the order of its definition: representation, enum membership, length, range.
  ///
  /// A check of a null is neither true nor false and so passes; but `json_valid` of a null is false in SQLite before
  /// 3.42, so that a nullable column's check speaks of null.
  var checks: [ColumnCheck] {
    [representationCheck, membershipCheck, lengthCheck, rangeCheck].compactMap { $0 }
  }

  private var representationCheck: ColumnCheck? {
    let name = name.quotedName
    let isNull = isNullable ? "\(name) IS NULL OR " : ""
    switch type {
    case .bool: return ColumnCheck(expression: "\(name) IN (0, 1)", rule: "Bool")
    case .int16, .integerEnum(_, .int16, true):
      return ColumnCheck(expression: "\(name) BETWEEN \(Int16.min) AND \(Int16.max)", rule: "Int16")
    case .int32, .integerEnum(_, .int32, true):
      return ColumnCheck(expression: "\(name) BETWEEN \(Int32.min) AND \(Int32.max)", rule: "Int32")
    case .uuid: return ColumnCheck(expression: "length(\(name)) = 16", rule: "UUID")
    case .json:
      return ColumnCheck(expression: "\(isNull)json_valid(\(name))", rule: "JSON")
    case .list:
      return ColumnCheck(
        expression: "\(isNull)json_valid(\(name)) AND json_type(\(name)) = 'array'", rule: "list")
    case .int64, .int, .float, .double, .decimal, .fixed, .string, .data, .date, .url, .stringEnum, .integerEnum:
      return nil
    }
  }

  private var membershipCheck: ColumnCheck? {
    switch type {
    case .stringEnum(let values, false):
      let list = values.map(\.quotedText).joined(separator: ", ")
      return ColumnCheck(expression: "\(name.quotedName) IN (\(list))", rule: "enum case")
    case .integerEnum(let values, _, false):
      let list = values.map(String.init).joined(separator: ", ")
      return ColumnCheck(expression: "\(name.quotedName) IN (\(list))", rule: "enum case")
    default:
      return nil
    }
  }

  private var lengthCheck: ColumnCheck? {
    let minimum = constraints.minimumLength.map(String.init)
    let maximum = constraints.maximumLength.map(String.init)
    let length: String
    if case .list = type {
      length = "json_array_length(\(name.quotedName))"
    } else {
      length = "length(\(name.quotedName))"
    }
    guard let bounds = Self.bounds(of: length, minimum, maximum, excludesMaximum: false) else { return nil }
    return ColumnCheck(expression: bounds, rule: "length(\(minimum ?? "")...\(maximum ?? ""))")
  }

  /// Decimals are kept as text, which SQL can't compare as numbers: their range is left to the runtime.
  private var rangeCheck: ColumnCheck? {
    let scale: Int64
    switch type {
    case .fixed(let fixedScale): scale = fixedScale
    case .int16, .int32, .int64, .int, .float, .double, .integerEnum: scale = 1
    default: return nil
    }
    let minimum = constraints.minimum.flatMap { scaledNumber($0, by: scale) }
    let maximum = constraints.maximum.flatMap { scaledNumber($0, by: scale) }
    let excludes = constraints.excludesMaximum
    guard let bounds = Self.bounds(of: name.quotedName, minimum, maximum, excludesMaximum: excludes) else { return nil }
    let dots = excludes ? "..<" : "..."
    return ColumnCheck(
      expression: bounds, rule: "range(\(constraints.minimum ?? "")\(dots)\(constraints.maximum ?? ""))")
  }

  private static func bounds(
    of value: String, _ minimum: String?, _ maximum: String?, excludesMaximum: Bool
  ) -> String? {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      excludesMaximum
        ? "\(value) >= \(minimum) AND \(value) < \(maximum)" : "\(value) BETWEEN \(minimum) AND \(maximum)"
    case (let minimum?, nil): "\(value) >= \(minimum)"
    case (nil, let maximum?): "\(value) \(excludesMaximum ? "<" : "<=") \(maximum)"
    case (nil, nil): nil
    }
  }
}

#endif
