/// A struct of the schema: a value without identity, whose fields are columns of the model that contains it.
public protocol PersistableStruct: RowCodable, Hashable, Codable {}

// A struct that has a field `CodingKeys` encodes and decodes itself. It does so without naming types, which its fields
// could hide.
extension KeyedDecodingContainer {
  public func _decode<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  public func _decodeOptional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
