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
  /// What the column takes, in words.
  var expectation: String { type.expectation + (isNullable ? ", or nothing" : "") }
}

extension ColumnType {
  var expectation: String {
    switch self {
    case .bool: "a Bool"
    case .int16: "an Int16"
    case .int32: "an Int32"
    case .int64: "an Int64"
    case .int: "an Int"
    case .float: "a Float"
    case .double: "a Double"
    case .decimal(let precision, let scale):
      "a Decimal\(Self.digits(precision, scale)), its text, or a number"
    case .fixed(let scale):
      "an amount with at most \(max(0, scale.description.utf8.count - 1)) decimal places, as text or a number"
    case .string: "text"
    case .data: "Data, or its base64 text"
    case .date: "a Date, or its text such as 2026-01-31T23:59:59Z"
    case .uuid: "a UUID, or its text"
    case .url: "a URL, or its text"
    case .json: "JSON"
    case .stringEnum(let values, _): "one of \(Self.listed(values.map { "'\($0)'" }))"
    case .integerEnum(let values, _, _): "one of \(Self.listed(values.map(\.description)))"
    case .list(let element): "an array, each element of it \(element.expectation)"
    }
  }

  /// By which an integer of this column is multiplied.
  package var scale: Int64 { if case .fixed(let scale) = self { scale } else { 1 } }

  private static func digits(_ precision: Int?, _ scale: Int?) -> String {
    guard let precision else { return "" }
    return " of \(precision) digits, \(scale ?? 0) of them behind the point"
  }

  private static func listed(_ values: [String]) -> String {
    values.count > 12 ? values.prefix(12).joined(separator: ", ") + ", …" : values.joined(separator: ", ")
  }
}
