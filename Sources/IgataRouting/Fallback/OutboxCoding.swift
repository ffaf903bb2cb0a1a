internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Encodes the transactions of an outbox. Integers are little-endian; texts and data are preceded by their lengths.
struct OutboxWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.littleEndian) { bytes += $0 }
  }

  mutating func append(_ text: String) { append(content: text.utf8) }

  mutating func append(_ id: UUID) { bytes += withUnsafeBytes(of: id.uuid) { Array($0) } }

  mutating func append(_ entry: OutboxEntry) {
    append(entry.sequence)
    append(entry.schemaVersion)
    append(UInt32(truncatingIfNeeded: entry.operations.count))
    for operation in entry.operations {
      append(operation.kind.rawValue)
      append(operation.table)
      append(UInt32(truncatingIfNeeded: operation.columns.count))
      for column in operation.columns { append(column) }
      append(UInt32(truncatingIfNeeded: operation.changed.map { $0.count + 1 } ?? 0))
      for column in operation.changed ?? [] { append(column) }
      append(UInt32(truncatingIfNeeded: operation.rows.count))
      for row in operation.rows { for value in row { append(value) } }
    }
  }

  private mutating func append(content: some Collection<UInt8>) {
    append(UInt64(content.count))
    bytes += content
  }

  private mutating func append(_ value: StoredValue) {
    switch value {
    case .null: append(UInt8(0))
    case .bool(let value): append(UInt8(value ? 2 : 1))
    case .integer(let value): tag(3) { $0.append(value) }
    case .real(let value): tag(4) { $0.append(value.bitPattern) }
    case .text(let value): tag(5) { $0.append(value) }
    case .data(let value): tag(6) { $0.append(content: value) }
    case .uuid(let value): tag(7) { $0.append(value) }
    case .date(let microseconds): tag(8) { $0.append(microseconds) }
    case .decimal(let value): tag(9) { $0.append(value.canonicalText) }
    case .day(let value): tag(12) { $0.append(Int64(value.daysSince1970)) }
    case .json(let value): tag(10) { $0.append(value.text) }
    case .list(let values):
      tag(11) { writer in
        writer.append(UInt32(truncatingIfNeeded: values.count))
        for value in values { writer.append(value) }
      }
    }
  }

  private mutating func tag(_ tag: UInt8, _ body: (inout OutboxWriter) -> Void) {
    append(tag)
    body(&self)
  }
}

/// Decodes what an ``OutboxWriter`` wrote; `nil` for anything else.
struct OutboxReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// How deeply lists may nest.
  private static let deepest = 8

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    guard let taken = take(MemoryLayout<Integer>.size) else { return nil }
    return taken.reversed().reduce(Integer.zero) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
  }

  mutating func uuid() -> UUID? {
    take(16).map { UUID(uuid: $0.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }) }
  }

  /// - Parameter isFirstFormat: Whether it was written in format 1, which has no schema version and no changed columns.
  mutating func entry(isFirstFormat: Bool) -> OutboxEntry? {
    guard let sequence = integer(UInt64.self) else { return nil }
    var version: UInt32 = 0
    if !isFirstFormat {
      guard let known = integer(UInt32.self) else { return nil }
      version = known
    }
    guard let count = integer(UInt32.self) else { return nil }
    var operations: [OutboxOperation] = []
    for _ in 0..<count {
      guard let operation = operation(isFirstFormat: isFirstFormat) else { return nil }
      operations.append(operation)
    }
    return isAtEnd ? OutboxEntry(sequence: sequence, schemaVersion: version, operations: operations) : nil
  }

  private mutating func operation(isFirstFormat: Bool) -> OutboxOperation? {
    guard let kind = integer(UInt8.self).flatMap(OutboxOperation.Kind.init), let table = text(),
      let columnCount = integer(UInt32.self)
    else { return nil }
    guard let columns = texts(columnCount) else { return nil }
    var changed: [String]?
    if !isFirstFormat {
      guard let changedCount = integer(UInt32.self) else { return nil }
      if changedCount > 0 {
        guard let names = texts(changedCount - 1) else { return nil }
        changed = names
      }
    }
    guard let rowCount = integer(UInt32.self), columnCount > 0 || rowCount == 0 else { return nil }
    var rows: [[StoredValue]] = []
    for _ in 0..<rowCount {
      var row: [StoredValue] = []
      for _ in 0..<columnCount {
        guard let value = value(depth: 0) else { return nil }
        row.append(value)
      }
      rows.append(row)
    }
    return OutboxOperation(kind: kind, table: table, columns: columns, changed: changed, rows: rows)
  }

  private mutating func value(depth: Int) -> StoredValue? {
    switch integer(UInt8.self) {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return integer(Int64.self).map { .integer($0) }
    case 4: return integer(UInt64.self).map { .real(Double(bitPattern: $0)) }
    case 5: return text().map { .text($0) }
    case 6: return content().map { .data(Data($0)) }
    case 7: return uuid().map { .uuid($0) }
    case 8: return integer(Int64.self).map { .date(microseconds: $0) }
    case 9: return text().flatMap(Decimal.init(exactly:)).map { .decimal($0) }
    case 10: return text().flatMap { try? JSON(parsing: $0) }.map { .json($0) }
    case 11:
      guard depth < Self.deepest, let count = integer(UInt32.self) else { return nil }
      var values: [StoredValue] = []
      for _ in 0..<count {
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .list(values)
    case 12: return integer(Int64.self).flatMap { Int(exactly: $0) }.flatMap(Day.init(daysSince1970:)).map { .day($0) }
    default: return nil
    }
  }

  private mutating func texts(_ count: UInt32) -> [String]? {
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  private mutating func text() -> String? { content().flatMap { String(validating: $0, as: UTF8.self) } }

  private mutating func content() -> ArraySlice<UInt8>? {
    integer(UInt64.self).flatMap { Int(exactly: $0) }.flatMap { take($0) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.endIndex - position else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }
}

/// The checksum of a record: CRC-32 as in Ethernet and zip.
struct RunningChecksum {
  private var register = ~UInt32(0)
  var value: UInt32 { ~register }

  mutating func add(_ byte: UInt8) {
    register = Self.table[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8)
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}

func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var checksum = RunningChecksum()
  for byte in bytes { checksum.add(byte) }
  return checksum.value
}
