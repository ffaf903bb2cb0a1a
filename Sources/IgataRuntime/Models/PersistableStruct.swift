/// A `struct` of the schema: a value without identity, whose fields are columns of its owner.
public protocol PersistableStruct: Sendable, Hashable, Codable {
  static var _columnCount: Int { get }
  /// Reads the fields from `_columnCount` columns from `column` on.
  init(_row row: inout RowReader, at column: Int)
  /// Writes the fields into `_columnCount` columns from `column` on.
  func _encode(into row: inout RowWriter, at column: Int)
}

extension RowReader {
  /// A struct that is there where the column of one of its required fields is not null.
  @inlinable
  public mutating func optionalStruct<Value: PersistableStruct>(
    _ column: Int, presence: Int, as type: Value.Type = Value.self
  ) -> Value? {
    isNull(presence) ? nil : Value(_row: &self, at: column)
  }
}

extension RowWriter {
  @inlinable
  public mutating func optionalStruct<Value: PersistableStruct>(_ column: Int, _ value: Value?) {
    if let value { return value._encode(into: &self, at: column) }
    for offset in 0..<Value._columnCount { null(column + offset) }
  }
}
