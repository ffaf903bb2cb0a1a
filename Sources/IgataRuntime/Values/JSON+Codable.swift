internal import Foundation

extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: FieldKey.self) {
      var object = Object()
      for key in members.allKeys { object[key.stringValue] = try members.decode(JSON.self, forKey: key) }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSON] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSON.self)) }
      self = .array(array)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Int64.self) { return .number(Number(value)) }
    // Either type may round the number; the one that lost no digits is used.
    let decimal = try? container.decode(Decimal.self)
    let double = try container.decode(Double.self)
    let binary = Number(double)
    if let decimal, let exact = Number(decimal), exact.double == double { return .number(exact) }
    guard let binary else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this number is not finite")
    }
    return .number(binary)
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: FieldKey.self)
      for member in object.members { try container.encode(member.value, forKey: FieldKey(member.key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .number(let value):
      if let integer = value.int64 {
        try container.encode(integer)
      } else if let decimal = value.decimal {
        try container.encode(decimal)
      } else {
        try container.encode(value.double)
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

/// A key with any name.
struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
