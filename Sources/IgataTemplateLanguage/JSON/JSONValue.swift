import IgataDiagnostics

/// A parsed JSON value with its source range.
public enum JSONValue: Sendable, Hashable {
  case null(SourceRange)
  case flag(Bool, SourceRange)
  /// A number as it is written, so that `1.10` isn't converted to a binary floating-point value.
  case number(String, SourceRange)
  case text(String, SourceRange)
  case list([JSONValue], SourceRange)
  /// The members in source order. Keys are unique.
  case object([JSONMember], SourceRange)

  /// The source range of the value.
  public var range: SourceRange {
    switch self {
    case .null(let range), .flag(_, let range), .number(_, let range), .text(_, let range), .list(_, let range),
      .object(_, let range):
      range
    }
  }
}

/// A key of a JSON object and its value.
public struct JSONMember: Sendable, Hashable {
  public let key: String
  /// The source range of the key, including its quotes.
  public let keyRange: SourceRange
  public let value: JSONValue
}

extension TemplateValue {
  /// Creates a template value from a JSON value.
  ///
  /// A number prints as it is written, without trailing zeros in its fraction: `1.210` as `1.21`.
  public init(_ json: JSONValue) {
    var shapes: [[String]: Shape] = [:]
    self = Self.value(of: json, &shapes)
  }

  /// Objects with the same keys share a shape.
  private static func value(of json: JSONValue, _ shapes: inout [[String]: Shape]) -> TemplateValue {
    switch json {
    case .null: return .null
    case .flag(let isOn, _): return .flag(isOn)
    case .number(let number, _): return .text(withoutTrailingZeros(number))
    case .text(let text, _): return .text(text)
    case .list(let values, _): return .values(values.map { value(of: $0, &shapes) })
    case .object(let members, _):
      let keys = members.map(\.key)
      let shape = shapes[keys] ?? Shape(keys)
      shapes[keys] = shape
      return .view(Record(shape, members.map { value(of: $0.value, &shapes) }))
    }
  }

  private static func withoutTrailingZeros(_ number: String) -> String {
    var digits = Array(number.utf8)
    let isExponential = digits.contains { $0 | 0x20 == UInt8(ascii: "e") }
    guard !isExponential, digits.contains(UInt8(ascii: ".")) else { return number }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(decoding: digits, as: UTF8.self)
  }
}
