internal import Foundation
internal import IgataTables

// What is checked when a column is set to a value that was calculated, in addition to what the types ensure.
extension ColumnDescription {
  /// The value as the column stores it, which is rounded if it is a `Float`; `nil` if it is outside the range of the
  /// type, or has too many digits for it.
  package func fitted(_ value: StoredValue) -> StoredValue? {
    switch (type, value) {
    case (.scalar(let scalar), .integer(let number)), (.integerEnum(_, let scalar, _), .integer(let number)):
      return scalar.bounds?.contains(number) ?? true ? value : nil
    case (.scalar(.float), .real(let number)):
      let single = Float(number)
      let isLost = single.isInfinite != number.isInfinite || (single == 0) != (number == 0)
      return isLost ? nil : .real(Double(single))
    case (.scalar(.decimal), .decimal(let number)):
      return DecimalDigits(number) == nil || type.precision(exceededBy: value) != nil ? nil : value
    default: return value
    }
  }

  /// The rule of the schema that the value violates; `nil` if it satisfies all of them.
  package func rule(brokenBy value: StoredValue) -> String? {
    if case .null = value { return isNullable ? nil : "not nil" }
    switch (type, value) {
    case (.stringEnum(let values, false), .text) where !values.contains(where: { .text($0) == value }):
      return "enum case"
    case (.integerEnum(let values, _, false), .integer(let number)) where !values.contains(number): return "enum case"
    default: return type.precision(exceededBy: value) ?? constraints.brokenRule(by: value, scale: type.scale)
    }
  }
}

extension ColumnType {
  /// Whether the schema limits the digits of the values.
  var hasPrecision: Bool {
    switch self {
    case .scalar(.decimal(.some, _)): true
    case .list(let element): element.hasPrecision
    default: false
    }
  }

  /// The precision of the schema, if a decimal has more digits, or one in a list. PostgreSQL would round it silently.
  func precision(exceededBy value: StoredValue) -> String? {
    switch (self, value) {
    case (.scalar(.decimal(let precision?, let scale)), .decimal(let number)):
      let scale = scale ?? 0
      guard let digits = DecimalDigits(number), !digits.isZero else { return nil }
      let fits = digits.fractionCount <= scale && digits.leadingExponent < precision - scale
      return fits ? nil : "precision(\(precision), \(scale))"
    case (.list(let element), .list(let values)) where element.hasPrecision:
      return values.lazy.compactMap { element.precision(exceededBy: $0) }.first
    default: return nil
    }
  }
}
