/// A type whose values fill one column: the scalars, enums, newtypes, lists of these, and optionals of all.
///
/// Generated code calls the reader and the writer directly where the type is a scalar (`row.string(1)`); the rest
/// goes through this protocol (`row.value(1)`).
public protocol Storable: RowCodable, Hashable {
  /// The value as a store sees it: what a query binds.
  var _storedValue: StoredValue { get }
  /// The value in a query: as ``_storedValue``, but NaN where no store can keep the value, so that it is not taken for
  /// null.
  var _queriedValue: StoredValue { get }
}

extension Storable {
  public static var _columnCount: Int { 1 }

  public var _queriedValue: StoredValue { _storedValue }
}

/// A type that can be a model's primary key: a scalar, an enum, a newtype, or a generated struct of several.
public protocol PersistableKey: RowCodable, Hashable, Codable {
  /// Whether `==` tells apart all that a store tells apart; it does not for text.
  static var _isExact: Bool { get }
  /// The key's columns in order, as a store sees them.
  var _keyValues: [StoredValue] { get }
}

extension PersistableKey {
  public static var _isExact: Bool { false }
}

extension PersistableKey where Self: Storable {
  public var _keyValues: [StoredValue] { [_storedValue] }
}
