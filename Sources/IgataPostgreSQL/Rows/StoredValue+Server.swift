#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

// Values in the binary format, as the send and receive functions of the server's types define it.

/// Why a value can't be sent.
struct UnsendableValue: Error {
  var reason: String
}

extension StoredValue {
  /// Appends the bytes of the value in this type. The value must not be null.
  func appendServerBytes(_ type: ServerType, to bytes: inout [UInt8]) throws(UnsendableValue) {
    switch (self, type) {
    case (.bool(let value), .bool): bytes.append(value ? 1 : 0)
    case (.integer(let value), .int16): bytes.appendBigEndian(try Int16(sendable: value))
    case (.integer(let value), .int32): bytes.appendBigEndian(try Int32(sendable: value))
    case (.integer(let value), .int64): bytes.appendBigEndian(value)
    case (.real(let value), .float): bytes.appendBigEndian(Float(value).bitPattern)
    case (.real(let value), .double): bytes.appendBigEndian(value.bitPattern)
    case (.text(let value), .text): bytes += value.utf8
    case (.data(let value), .bytes): bytes += value
    case (.uuid(let value), .uuid): withUnsafeBytes(of: value.uuid) { bytes += $0 }
    case (.date(let microseconds), .date), (.date(let microseconds), .localDate):
      guard let value = ServerDate.encode(microseconds) else {
        throw UnsendableValue(reason: "a date outside of PostgreSQL's range")
      }
      bytes.appendBigEndian(value)
    case (.day(let value), .day): bytes.appendBigEndian(ServerDate.encode(value))
    case (.decimal(let value), .decimal): try value.appendSendableBytes(to: &bytes)
    case (.integer(let value), .decimal): try Decimal(value).appendSendableBytes(to: &bytes)
    case (.json(let value), .json):
      bytes.append(1)
      bytes += value.text.utf8
    case (.list(let values), _): try Self.appendList(values, type, to: &bytes)
    default: throw UnsendableValue(reason: "\(kindName) where the column holds \(type.name)")
    }
  }

  private static func appendList(
    _ values: [StoredValue], _ type: ServerType, to bytes: inout [UInt8]
  ) throws(UnsendableValue) {
    guard let element = type.element else {
      throw UnsendableValue(reason: "a list where the column holds \(type.name)")
    }
    bytes.appendBigEndian(Int32(values.isEmpty ? 0 : 1))
    let holdsNull = values.contains { if case .null = $0 { true } else { false } }
    bytes.appendBigEndian(Int32(holdsNull ? 1 : 0))
    bytes.appendBigEndian(element.rawValue)
    guard !values.isEmpty else { return }
    bytes.appendBigEndian(Int32(truncatingIfNeeded: values.count))
    bytes.appendBigEndian(Int32(1))
    for value in values { try value.appendField(element, to: &bytes) }
  }

  /// Appends the length of the value, which is -1 for null, and its bytes.
  func appendField(_ type: ServerType, to bytes: inout [UInt8]) throws(UnsendableValue) {
    let start = bytes.count
    bytes.appendBigEndian(Int32(-1))
    if case .null = self { return }
    try appendServerBytes(type, to: &bytes)
    guard let count = Int32(exactly: bytes.count - start - 4) else { throw UnsendableValue(reason: "more than 2 GB") }
    bytes.setBigEndian(count, at: start)
  }

  /// The value in the bytes; `nil` if they are malformed.
  init?(serverBytes bytes: UnsafeRawBufferPointer, _ type: ServerType, as columnType: ColumnType) {
    let value: StoredValue?
    switch type {
    case .bool: value = bytes.count == 1 ? .bool(bytes[0] != 0) : nil
    case .int16, .int32, .int64: value = Int64(serverBytes: bytes, type).map { .integer($0) }
    case .float, .double: value = Double(serverBytes: bytes, type).map { .real($0) }
    case .text: value = String(serverBytes: bytes).map { .text($0) }
    case .bytes: value = .data(Data(bytes))
    case .date:
      value = Int64(serverBytes: bytes, .int64).flatMap(ServerDate.decode).map { .date(microseconds: $0) }
    case .day:
      value = bytes.count == 4 ? ServerDate.day(bytes.bigEndian(at: 0, as: Int32.self)).map { .day($0) } : nil
    case .uuid: value = bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : nil
    case .decimal: value = Decimal(serverBytes: bytes).map { .decimal($0) }
    case .json: value = Self.json(bytes)
    default: value = Self.list(bytes, type, columnType)
    }
    guard let value else { return nil }
    self = value
  }

  private static func json(_ bytes: UnsafeRawBufferPointer) -> StoredValue? {
    guard bytes.first == 1, let text = String(serverBytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) else {
      return nil
    }
    return (try? JSON(parsing: text)).map { .json($0) }
  }

  private static func list(
    _ bytes: UnsafeRawBufferPointer, _ type: ServerType, _ columnType: ColumnType
  ) -> StoredValue? {
    guard bytes.count >= 12, let element = type.element, case .list(let elementType) = columnType else { return nil }
    let dimensions = bytes.bigEndian(at: 0, as: Int32.self)
    if dimensions == 0 { return .list([]) }
    guard dimensions == 1, bytes.count >= 20, bytes.bigEndian(at: 8, as: UInt32.self) == element.rawValue else {
      return nil
    }
    var values: [StoredValue] = []
    var offset = 20
    for _ in 0..<max(0, bytes.bigEndian(at: 12, as: Int32.self)) {
      guard offset + 4 <= bytes.count else { return nil }
      let count = Int(bytes.bigEndian(at: offset, as: Int32.self))
      offset += 4
      guard count >= 0, offset + count <= bytes.count else { return nil }
      let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
      guard let value = StoredValue(serverBytes: part, element, as: elementType) else { return nil }
      values.append(value)
      offset += count
    }
    return .list(values)
  }
}

extension ServerType {
  /// The type of the elements if this is an array type.
  var element: ServerType? {
    switch self {
    case .boolList: .bool
    case .bytesList: .bytes
    case .int16List: .int16
    case .int32List: .int32
    case .int64List: .int64
    case .textList: .text
    case .floatList: .float
    case .doubleList: .double
    case .dateList: .date
    case .dayList: .day
    case .decimalList: .decimal
    case .uuidList: .uuid
    case .jsonList: .json
    default: nil
    }
  }
}

extension FixedWidthInteger {
  fileprivate init(sendable value: Int64) throws(UnsendableValue) {
    guard let value = Self(exactly: value) else {
      throw UnsendableValue(reason: "an integer with more bits than the column")
    }
    self = value
  }
}

extension Decimal {
  fileprivate func appendSendableBytes(to bytes: inout [UInt8]) throws(UnsendableValue) {
    if !appendServerBytes(to: &bytes) { throw UnsendableValue(reason: "NaN") }
  }
}

extension Int64 {
  /// The integer in the bytes, of any width; `nil` if they are malformed.
  @inline(__always)
  init?(serverBytes bytes: UnsafeRawBufferPointer, _ type: ServerType) {
    switch (type, bytes.count) {
    case (.int64, 8): self = bytes.bigEndian(at: 0, as: Int64.self)
    case (.int32, 4): self = Int64(bytes.bigEndian(at: 0, as: Int32.self))
    case (.int16, 2): self = Int64(bytes.bigEndian(at: 0, as: Int16.self))
    default: return nil
    }
  }
}

extension Double {
  /// The number in the bytes, of either width, with an unsigned zero; `nil` for NaN.
  @inline(__always)
  init?(serverBytes bytes: UnsafeRawBufferPointer, _ type: ServerType) {
    switch (type, bytes.count) {
    case (.double, 8): self = Double(bitPattern: bytes.bigEndian(at: 0, as: UInt64.self))
    case (.float, 4): self = Double(Float(bitPattern: bytes.bigEndian(at: 0, as: UInt32.self)))
    default: return nil
    }
    if isNaN { return nil }
    self += 0
  }
}

extension String {
  /// The text in the bytes; `nil` if it is not valid UTF-8.
  @inline(__always)
  init?(serverBytes bytes: UnsafeRawBufferPointer) {
    self.init(validating: bytes, as: UTF8.self)
  }
}

#endif
