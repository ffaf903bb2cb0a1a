extension Int64: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.int64(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, self) }
  public var _storedValue: StoredValue { .integer(self) }
}

extension Int: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.integer(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, Int64(self)) }
  public var _storedValue: StoredValue { .integer(Int64(self)) }
}

extension Int32: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.integer(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, Int64(self)) }
  public var _storedValue: StoredValue { .integer(Int64(self)) }
}

extension Int16: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.integer(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, Int64(self)) }
  public var _storedValue: StoredValue { .integer(Int64(self)) }
}

extension RowReader {
  /// Reads an integer column as a type that may be smaller than 64 bits.
  @inlinable
  public mutating func integer<Value: FixedWidthInteger>(_ column: Int, as type: Value.Type = Value.self) -> Value {
    let value = int64(column)
    if let exact = Value(exactly: value) { return exact }
    fail(column, .outOfRange)
    return 0
  }
}
