#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

// Lists are stored as JSON text. Each element is encoded exactly: numbers as numbers, except decimals and infinities,
// which are strings; dates as microseconds; UUIDs as lowercase strings; data as Base64.

extension StoredValue {
  /// The text that represents the value; `nil` if SQLite does not store the value as text.
  var storedText: String? {
    switch self {
    case .text(let text): text
    case .day(let value): value.description
    case .decimal(let value): value.canonicalText
    case .json(let value): value.text
    case .list(let values): JSON.array(values.map(\.listElement)).text
    case .null, .bool, .integer, .real, .data, .uuid, .date: nil
    }
  }

  private var listElement: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value), .date(microseconds: let value): .number(JSON.Number(value))
    case .real(let value): JSON.Number(value).map { .number($0) } ?? .string(value < 0 ? "-inf" : "inf")
    case .text(let value): .string(value)
    case .day(let value): .string(value.description)
    case .data(let value): .string(value.base64EncodedString())
    case .uuid(let value): .string(value.uuidString.lowercased())
    case .decimal(let value): .string(value.canonicalText)
    case .json(let value): value
    case .list(let values): .array(values.map(\.listElement))
    }
  }

  /// The list that a text represents; `nil` if it represents none.
  init?(listText: String, of element: ColumnType) {
    guard case .array(let values)? = try? JSON(parsing: listText) else { return nil }
    var elements: [StoredValue] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let value = StoredValue(listElement: value, type: element) else { return nil }
      elements.append(value)
    }
    self = .list(elements)
  }

  private init?(listElement value: JSON, type: ColumnType) {
    let result: StoredValue?
    switch (type.storage, value) {
    case (.bool, .bool(let value)): result = .bool(value)
    case (.integer, .number(let number)): result = number.int64.map { .integer($0) }
    case (.date, .number(let number)): result = number.int64.map { .date(microseconds: $0) }
    case (.real, .number(let number)): result = .real(number.double)
    case (.real, .string(let text)):
      result = text == "inf" ? .real(.infinity) : text == "-inf" ? .real(-.infinity) : nil
    case (.decimal, .string(let text)): result = Decimal(exactly: text).map { .decimal($0) }
    case (.text, .string(let text)): result = .text(text)
    case (.day, .string(let text)): result = Day(text).map { .day($0) }
    case (.data, .string(let text)): result = Data(base64Encoded: text).map { .data($0) }
    case (.uuid, .string(let text)): result = UUID(uuidString: text).map { .uuid($0) }
    case (.json, let value): result = .json(value)
    default: result = nil
    }
    guard let result else { return nil }
    self = result
  }
}

#endif
