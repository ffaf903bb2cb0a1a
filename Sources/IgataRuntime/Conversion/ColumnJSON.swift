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
    case .date(let microseconds): .string(isoText(microseconds))
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

  /// Converts the JSON to a value of this type, like ``PersistableModel/init(dictionary:unknownKeys:)``; `nil` if it
  /// isn't one.
  package func value(_ json: JSON) -> StoredValue? {
    if json == .null { return storage == .json ? .json(.null) : .null }
    return try? convert(InputValue(json))
  }
}

/// Counts days with years that begin in March, so that a leap day is the last day of its year.
private func isoText(_ microseconds: Int64) -> String {
  func floored(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
  func digits(_ value: Int64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
  let (day, time) = floored(microseconds, 86_400_000_000)
  let (era, dayOfEra) = floored(day + 719_468, 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfYear - (153 * shifted + 2) / 5 + 1, 2))"
  let seconds = time / 1_000_000
  let clock = "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
  let fraction = time % 1_000_000
  return "\(date)T\(clock)" + (fraction == 0 ? "Z" : ".\(digits(fraction, 6))Z")
}
