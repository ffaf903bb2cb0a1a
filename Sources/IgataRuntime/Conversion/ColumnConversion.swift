internal import Foundation
internal import IgataTables

/// Why a value can't be converted to a column's type.
enum ConversionFailure: Error {
  case wrongType, outOfRange, malformed, unknownCase, tooDeep
}

extension ColumnType {
  /// Converts the value to this type without loss, or throws.
  func convert(_ given: InputValue) throws(ConversionFailure) -> StoredValue {
    switch self {
    case .scalar(let scalar): return try scalar.convert(given)
    case .stringEnum(let rawValues, let isOpen):
      let value = try given.text()
      guard isOpen || rawValues.contains(where: { $0.hasSameBytes(as: value) }) else { throw .unknownCase }
      return .text(value)
    case .integerEnum(let rawValues, let width, let isOpen):
      let value = try given.integer(in: width.integerRange)
      guard isOpen || rawValues.contains(value) else { throw .unknownCase }
      return .integer(value)
    case .list(let element):
      guard case .list(let values) = given.plain else { throw .wrongType }
      var elements: [StoredValue] = []
      for value in values { elements.append(try element.convert(InputValue(value))) }
      return .list(elements)
    }
  }
}

extension InputValue {
  /// The value itself; for JSON, the corresponding Swift value.
  fileprivate var plain: InputValue {
    switch self {
    case .json(let json):
      switch json {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let value):
        value.int64.map { .integer($0) } ?? value.decimal.map { .decimal($0) } ?? .other(type: "JSON")
      case .string(let value): .text(value)
      case .array(let values): .list(values)
      case .object(let object):
        .dictionary(Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
      }
    default: self
    }
  }

  func bool() throws(ConversionFailure) -> Bool {
    guard case .bool(let value) = plain else { throw .wrongType }
    return value
  }

  func text() throws(ConversionFailure) -> String {
    guard case .text(let value) = plain else { throw .wrongType }
    return value
  }

  func data() throws(ConversionFailure) -> Data {
    switch plain {
    case .data(let value): return value
    case .text(let text):
      guard let value = Data(base64Encoded: text) else { throw .malformed }
      return value
    default: throw .wrongType
    }
  }

  func microseconds() throws(ConversionFailure) -> Int64 {
    switch plain {
    case .date(let value):
      guard let microseconds = value.microsecondsSince1970 else { throw .outOfRange }
      return microseconds
    case .text(let text):
      guard let microseconds = Date(iso8601: text)?.microsecondsSince1970 else { throw .malformed }
      return microseconds
    default: throw .wrongType
    }
  }

  func day() throws(ConversionFailure) -> Day {
    switch plain {
    case .day(let value): return value
    case .text(let text):
      guard let value = Day(text) else { throw .malformed }
      return value
    default: throw .wrongType
    }
  }

  func uuid() throws(ConversionFailure) -> UUID {
    switch plain {
    case .uuid(let value): return value
    case .text(let text):
      guard text.utf8.count == 36, let value = UUID(uuidString: text) else { throw .malformed }
      return value
    default: throw .wrongType
    }
  }

  func urlText() throws(ConversionFailure) -> String {
    switch plain {
    case .url(let value): return value.absoluteString
    case .text(let text):
      guard let value = URL(stored: text) else { throw .malformed }
      return value.absoluteString
    default: throw .wrongType
    }
  }

  func json(depth: Int) throws(ConversionFailure) -> JSON {
    guard depth <= JSON.nestingLimit else { throw .tooDeep }
    switch self {
    case .json(let value): return value
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .number(JSON.Number(value))
    case .float(let value):
      guard let number = JSON.Number(value) else { throw .outOfRange }
      return .number(number)
    case .decimal(let value):
      guard let number = JSON.Number(value) else { throw .outOfRange }
      return .number(number)
    case .text(let value): return .string(value)
    case .list(let values):
      var elements: [JSON] = []
      for value in values { elements.append(try InputValue(value).json(depth: depth + 1)) }
      return .array(elements)
    case .dictionary(let values):
      var members: [(key: String, value: JSON)] = []
      for (key, value) in values { members.append((key, try InputValue(value).json(depth: depth + 1))) }
      return .object(JSON.Object(members))
    case .data, .date, .day, .uuid, .url, .model, .structure, .fixed, .other: throw .wrongType
    }
  }
}
