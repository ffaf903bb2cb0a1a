#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

/// One named `CHECK` of a column: its expression in SQL, and the rule that it stands for in the schema's words.
struct ColumnCheck {
  var name: String
  var expression: String
  var rule: String
}

extension TableDescription {
  /// A column's checks in the order of the table's definition: enum membership, length, range.
  func checks(_ index: Int) -> [ColumnCheck] {
    let column = columns[index]
    return [column.membershipCheck, column.lengthCheck, column.rangeCheck].compactMap(\.self).map { check in
      ColumnCheck(
        name: "\(name)_\(column.name)_\(check.kind)".serverName, expression: check.expression, rule: check.rule)
    }
  }

  var primaryKeyName: String { "\(name)_pkey".serverName }

  func foreignKeyName(_ relation: RelationDescription) -> String {
    ([name] + relation.columns.map { columns[$0].name } + ["fkey"]).joined(separator: "_").serverName
  }
}

extension ColumnDescription {
  fileprivate typealias Check = (kind: String, expression: String, rule: String)

  fileprivate var membershipCheck: Check? {
    let values: [String]
    switch type {
    case .stringEnum(let texts, false): values = texts.map(\.quotedText)
    case .integerEnum(let numbers, _, false): values = numbers.map { String($0) }
    default: return nil
    }
    return ("case", "\(name.quotedServerName) IN (\(values.joined(separator: ", ")))", "enum case")
  }

  fileprivate var lengthCheck: Check? {
    let minimum = constraints.minimumLength.map { String($0) }
    let maximum = constraints.maximumLength.map { String($0) }
    let function =
      switch type {
      case .list: "cardinality"
      case .data: "octet_length"
      default: "char_length"
      }
    guard let bounds = Self.bounds("\(function)(\(name.quotedServerName))", minimum, maximum, excludesMaximum: false)
    else {
      return nil
    }
    return ("length", bounds, "length(\(minimum ?? "")...\(maximum ?? ""))")
  }

  fileprivate var rangeCheck: Check? {
    let scale: Int64
    switch type {
    case .fixed(let fixedScale): scale = fixedScale
    case .int16, .int32, .int64, .int, .float, .double, .decimal, .integerEnum: scale = 1
    default: return nil
    }
    let minimum = constraints.minimum.flatMap { scaledNumber($0, by: scale) }
    let maximum = constraints.maximum.flatMap { scaledNumber($0, by: scale) }
    let excludes = constraints.excludesMaximum
    guard let bounds = Self.bounds(name.quotedServerName, minimum, maximum, excludesMaximum: excludes) else {
      return nil
    }
    let dots = excludes ? "..<" : "..."
    return ("range", bounds, "range(\(constraints.minimum ?? "")\(dots)\(constraints.maximum ?? ""))")
  }

  private static func bounds(
    _ value: String, _ minimum: String?, _ maximum: String?, excludesMaximum: Bool
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
