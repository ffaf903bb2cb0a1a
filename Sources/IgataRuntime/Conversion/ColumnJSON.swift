internal import Foundation
internal import IgataTables

/// The JSON representation of a column's values for other programs.
extension ColumnType {
  /// The value as JSON. Numbers are numbers, except exact ones (`decimal`, fixed point), which are strings, as many
  /// JSON parsers round numbers. Dates are written as `2026-01-31T23:59:59.123456Z`, and data in base 64.
  package func json(_ value: StoredValue) -> JSON {
    if case .scalar(let scalar) = self, let text = scalar.codedText(of: value) { return .string(text) }
    return switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .number(JSON.Number(value))
    case .real(let value): JSON.Number(value).map { .number($0) } ?? .null
    case .text(let value): .string(value)
    case .data(let value): .string(value.base64EncodedString())
    case .uuid(let value): .string(value.uuidString)
    case .date(let microseconds): .string(isoText(microsecondsSince1970: microseconds))
    case .day(let value): .string(value.description)
    case .decimal(let value): .string(value.canonicalText)
    case .json(let value): value
    case .list(let values):
      if case .list(let element) = self {
        .array(values.map { element.json($0) })
      } else {
        .array(values.map { json($0) })
      }
    }
  }

  /// The value as `JSONSerialization` takes it; `nil` for null, and for a number that JSON doesn't have.
  func jsonValue(of value: StoredValue) -> (any Sendable)? {
    if value == .null { return nil }
    let json = json(value)
    return json == .null && storage != .json ? nil : json.foundationValue
  }

  /// Converts the JSON to a value of this type, like ``PersistableModel/init(dictionary:unknownKeys:)``; `nil` if it
  /// isn't one.
  package func value(_ json: JSON) -> StoredValue? {
    if json == .null { return storage == .json ? .json(.null) : .null }
    return try? convert(InputValue(json))
  }
}

extension JSON {
  /// The value as `JSONSerialization` takes and returns it.
  fileprivate var foundationValue: any Sendable {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let number): number.int64 ?? number.foundationFraction
    case .string(let text): text
    case .array(let elements): elements.map(\.foundationValue)
    case .object(let object):
      Dictionary(object.members.map { ($0.key, $0.value.foundationValue) }) { first, _ in first }
    }
  }
}

extension JSON.Number {
  /// A `Double` if that shows as the same number, or else a `Decimal`, which has more digits.
  fileprivate var foundationFraction: any Sendable {
    DecimalDigits(shortest: double) == digits ? double : decimal ?? double
  }
}
