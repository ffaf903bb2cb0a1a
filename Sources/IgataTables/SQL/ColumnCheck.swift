/// One `CHECK` of a column.
public struct ColumnCheck: Hashable, Sendable {
  /// The purpose of a check. The check's name ends with it.
  public enum Kind: String, Hashable, Sendable {
    case representation = "type"
    case membership = "case"
    case length, range
  }

  public var kind: Kind
  /// The condition in SQL.
  public var expression: String
  /// The rule that it enforces, in the words of the schema.
  public var rule: String
}

extension SQLDialect {
  /// The checks of a column in the order of its definition: representation, enum membership, length, range.
  public func checks(of column: ColumnDescription) -> [ColumnCheck] {
    checks(of: column, named: identifier(column.name))
  }

  /// - Parameter name: The column's name as an identifier.
  package func checks(of column: ColumnDescription, named name: String) -> [ColumnCheck] {
    var checks: [ColumnCheck] = []
    if let check = representation(of: column.type, isNullable: column.isNullable, column: name) {
      checks.append(ColumnCheck(kind: .representation, expression: check.expression, rule: check.rule))
    }
    if let values = members(of: column.type) {
      checks.append(
        ColumnCheck(kind: .membership, expression: "\(name) IN (\(values.joined(separator: ", ")))", rule: "enum case"))
    }
    if column.constraints == .none { return checks }
    let bounds = column.constraints
    let (shortest, longest) = (bounds.minimumLength.map { String($0) }, bounds.maximumLength.map { String($0) })
    if shortest != nil || longest != nil,
      let condition = condition(length(of: name, column.type), shortest, longest, excludesMaximum: false)
    {
      checks.append(
        ColumnCheck(kind: .length, expression: condition, rule: "length(\(shortest ?? "")...\(longest ?? ""))"))
    }
    if let condition = range(of: column, name) {
      let dots = bounds.excludesMaximum ? "..<" : "..."
      checks.append(
        ColumnCheck(
          kind: .range, expression: condition, rule: "range(\(bounds.minimum ?? "")\(dots)\(bounds.maximum ?? ""))"))
    }
    return checks
  }

  /// The raw values of an enum that has no others.
  private func members(of type: ColumnType) -> [String]? {
    switch type {
    case .stringEnum(let values, false): values.map { literal($0) }
    case .integerEnum(let values, _, false): values.map { String($0) }
    default: nil
    }
  }

  private func range(of column: ColumnDescription, _ name: String) -> String? {
    guard comparesNumbers(of: column.type) else { return nil }
    let scale = column.type.scale
    return condition(
      name, column.constraints.minimum.flatMap { scaledNumber($0, by: scale) },
      column.constraints.maximum.flatMap { scaledNumber($0, by: scale) },
      excludesMaximum: column.constraints.excludesMaximum)
  }

  private func condition(
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
