/// A type whose values fill one column: the scalars, enums, newtypes, lists of these, and optionals of all.
///
/// Generated code calls the reader and the writer directly where the type is a scalar (`row.string(1)`); the rest
/// goes through this protocol (`row.value(1)`).
public protocol Storable: Sendable, Hashable {
  /// Reads the column. Leaves a fault and returns a placeholder where it can't.
  init(_row row: inout RowReader, at column: Int)
  /// Writes the column.
  func _encode(into row: inout RowWriter, at column: Int)
  /// The value as a store sees it: what a query binds.
  var _storedValue: StoredValue { get }
  /// The value in a query: as ``_storedValue``, but NaN where no store can keep the value, so that it is not taken for
  /// null.
  var _queriedValue: StoredValue { get }
}

extension Storable {
  public var _queriedValue: StoredValue { _storedValue }
}

extension RowReader {
  /// A column of any type that fits one.
  @inlinable @inline(__always)
  public mutating func value<T: Storable>(_ column: Int, as type: T.Type = T.self) -> T { T(_row: &self, at: column) }
}

extension RowWriter {
  /// A column of any type that fits one.
  @inlinable
  public mutating func value<T: Storable>(_ column: Int, _ value: T) { value._encode(into: &self, at: column) }
}

/// A type that can be a model's primary key: a scalar, an enum, a newtype, or a generated struct of several.
public protocol PersistableKey: Hashable, Sendable, Codable {
  /// Whether `==` tells apart all that a store tells apart; it does not for text.
  static var _isExact: Bool { get }
  /// How many columns a foreign key to it takes.
  static var _columnCount: Int { get }
  /// Reads the key from `_columnCount` columns from `column` on.
  init(_keyRow row: inout RowReader, at column: Int)
  /// Writes the key into `_columnCount` columns from `column` on.
  func _encodeKey(into row: inout RowWriter, at column: Int)
  /// The key's columns in order, as a store sees them.
  var _keyValues: [StoredValue] { get }
}

extension PersistableKey {
  public static var _isExact: Bool { false }
}

extension PersistableKey where Self: Storable {
  public static var _columnCount: Int { 1 }
  @inlinable
  public init(_keyRow row: inout RowReader, at column: Int) { self.init(_row: &row, at: column) }
  @inlinable
  public func _encodeKey(into row: inout RowWriter, at column: Int) { _encode(into: &row, at: column) }
  @inlinable
  public var _keyValues: [StoredValue] { [_storedValue] }
}
