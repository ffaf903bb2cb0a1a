internal import IgataTables

extension ConversionFailure {
  var reason: ConversionError.Reason {
    switch self {
    case .wrongType: .wrongType
    case .outOfRange: .outOfRange
    case .malformed: .malformed
    case .unknownCase: .unknownCase
    case .tooDeep: .tooDeep(limit: JSON.nestingLimit)
    }
  }
}

extension ColumnDescription {
  /// What the column accepts, in words.
  var expectation: String { type.expectation + (isNullable ? ", or nothing" : "") }
}

extension ColumnType {
  var expectation: String {
    switch self {
    case .scalar(let scalar): scalar.expectation + Self.digits(of: scalar)
    case .stringEnum(let values, _): "one of \(Self.listed(values.map { "'\($0)'" }))"
    case .integerEnum(let values, _, _): "one of \(Self.listed(values.map(\.description)))"
    case .list(let element): "an array, each element of it \(element.expectation)"
    }
  }

  /// The part of an expectation that describes the digits of a number.
  private static func digits(of scalar: Scalar) -> String {
    switch scalar {
    case .decimal(let precision?, let scale):
      " of \(precision) digits, \(scale ?? 0) of them after the decimal point, its text, or a number"
    case .decimal: ", its text, or a number"
    case .fixed, .currency:
      " with at most \(max(0, scalar.scale.description.utf8.count - 1)) decimal places, as text or a number"
    default: ""
    }
  }

  private static func listed(_ values: [String]) -> String {
    values.count > 12 ? values.prefix(12).joined(separator: ", ") + ", …" : values.joined(separator: ", ")
  }
}
