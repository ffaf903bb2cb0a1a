/// A struct of the schema: a value without identity, whose fields are columns of the model that holds it.
public protocol PersistableStruct: RowCodable, Hashable, Codable {}

// A struct that has a field `CodingKeys` codes itself, and names no types for it, which its fields could hide.
extension KeyedDecodingContainer {
  public func _decode<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  public func _decodeOptional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
