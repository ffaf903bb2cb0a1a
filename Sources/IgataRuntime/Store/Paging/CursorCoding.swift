internal import Foundation

/// The kinds of values in a cursor, by the byte that precedes each value. JSON and lists have no order, so no cursor
/// contains them.
private enum CursorTag: UInt8 {
  case null, `false`, `true`, integer, real, text, data, uuid, date, decimal, day
}

struct CursorWriter {
  var bytes: [UInt8] = []

  mutating func append(_ integer: UInt64) {
    withUnsafeBytes(of: integer.littleEndian) { bytes += $0 }
  }

  mutating func append(_ value: StoredValue) {
    switch value {
    case .null, .json, .list: append(CursorTag.null)
    case .bool(let value): append(value ? .true : .false)
    case .integer(let value):
      append(.integer)
      append(UInt64(bitPattern: value))
    case .real(let value):
      append(.real)
      append(value.bitPattern)
    case .date(let microseconds):
      append(.date)
      append(UInt64(bitPattern: microseconds))
    case .day(let value):
      append(.day)
      append(UInt64(bitPattern: Int64(value.daysSince1970)))
    case .text(let value): append(.text, value.utf8)
    case .data(let value): append(.data, value)
    case .uuid(let value): append(.uuid, withUnsafeBytes(of: value.uuid) { Array($0) })
    case .decimal(let value): append(.decimal, value.canonicalText.utf8)
    }
  }

  private mutating func append(_ tag: CursorTag) { bytes.append(tag.rawValue) }

  private mutating func append(_ tag: CursorTag, _ content: some Collection<UInt8>) {
    append(tag)
    append(UInt64(content.count))
    bytes += content
  }
}

/// Reads what a ``CursorWriter`` wrote; `nil` for anything else.
struct CursorReader {
  private var rest: Data

  init(_ data: Data) { rest = data }

  mutating func integer() -> UInt64? {
    guard let bytes = take(8) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// All remaining values.
  mutating func values() -> [StoredValue]? {
    var values: [StoredValue] = []
    while let tag = rest.popFirst() {
      guard let tag = CursorTag(rawValue: tag), let value = value(tag) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func value(_ tag: CursorTag) -> StoredValue? {
    switch tag {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer: return integer().map { .integer(Int64(bitPattern: $0)) }
    case .date: return integer().map { .date(microseconds: Int64(bitPattern: $0)) }
    case .real: return integer().map { Double(bitPattern: $0) }.flatMap { $0.isNaN ? nil : .real($0) }
    case .text: return text().map { .text($0) }
    case .data: return content().map { .data($0) }
    case .uuid:
      guard let content = content(), content.count == 16 else { return nil }
      return .uuid(UUID(uuid: content.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    case .day:
      let number = integer().flatMap { Int(exactly: Int64(bitPattern: $0)) }
      return number.flatMap(Day.init(daysSince1970:)).map { .day($0) }
    case .decimal: return text().flatMap(Decimal.init(exactly:)).map { .decimal($0) }
    }
  }

  /// Decodes byte by byte, as Foundation drops a U+FEFF at the beginning. No row has text that contains NUL, so no
  /// cursor does.
  private mutating func text() -> String? {
    content().flatMap { String(validating: $0, as: UTF8.self) }.flatMap { $0.holdsNUL ? nil : $0 }
  }

  private mutating func content() -> Data? { integer().flatMap(Int.init(exactly:)).flatMap { take($0) } }

  private mutating func take(_ count: Int) -> Data? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Data(rest.prefix(count))
  }
}
