/// A struct of the schema: a value without identity, whose fields are columns of the model that holds it.
public protocol PersistableStruct: Sendable, Hashable, Codable {
  /// How many columns it takes.
  static var _columnCount: Int { get }
  /// Reads the fields from `_columnCount` columns from `column` on.
  init(_row row: inout RowReader, at column: Int)
  /// Writes the fields into `_columnCount` columns from `column` on.
  func _encode(into row: inout RowWriter, at column: Int)
}

extension RowReader {
  /// A struct whose columns begin at `column`.
  @inlinable
  public mutating func embedded<T: PersistableStruct>(_ column: Int, as type: T.Type = T.self) -> T {
    T(_row: &self, at: column)
  }

  /// An optional struct; `presence` is the column that is null where the struct is not there.
  @inlinable
  public mutating func embedded<T: PersistableStruct>(_ column: Int, presence: Int, as type: T.Type = T.self) -> T? {
    isNull(presence) ? nil : T(_row: &self, at: column)
  }

  /// A key, or a part of one, that begins at `column`.
  @inlinable
  public mutating func key<T: PersistableKey>(_ column: Int, as type: T.Type = T.self) -> T {
    T(_keyRow: &self, at: column)
  }
}

extension RowWriter {
  /// A struct whose columns begin at `column`.
  @inlinable
  public mutating func embedded<T: PersistableStruct>(_ column: Int, _ value: T) {
    value._encode(into: &self, at: column)
  }

  /// An optional struct, or a null in each of its columns.
  @inlinable
  public mutating func embedded<T: PersistableStruct>(_ column: Int, _ value: T?) {
    if let value { return value._encode(into: &self, at: column) }
    for offset in 0..<T._columnCount { null(column + offset) }
  }

  /// A key, or a part of one, that begins at `column`.
  @inlinable
  public mutating func key<T: PersistableKey>(_ column: Int, _ value: T) {
    value._encodeKey(into: &self, at: column)
  }
}

// A struct that has a field `CodingKeys` codes itself, and names no types for it, which its fields could hide.
extension KeyedDecodingContainer {
  public func _decode<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  public func _decodeOptional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
