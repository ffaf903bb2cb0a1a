/// A type whose values fill one column: scalars, enums, newtypes, lists of these, and their optionals.
///
/// Generated code calls the reader and the writer directly if the type is a scalar (`row.string(1)`), and otherwise
/// uses this protocol (`row.value(1)`).
public protocol Storable: RowCodable, Hashable {
  /// The value as a store sees it, and as a query binds it.
  var _storedValue: StoredValue { get }
  /// The value in a query: like ``_storedValue``, but NaN if no store can store the value, so that it isn't treated as
  /// null.
  var _queriedValue: StoredValue { get }
}

extension Storable {
  public static var _columnCount: Int { 1 }

  public var _queriedValue: StoredValue { _storedValue }
}

/// A type that can be a model's primary key: a scalar, an enum, a newtype, or a generated struct of several columns.
public protocol PersistableKey: RowCodable, Hashable, Codable {
  /// The key's columns in order, as a store sees them.
  var _keyValues: [StoredValue] { get }
  /// The key's only column, without an array around it; `nil` if the key has several.
  var _onlyKeyValue: StoredValue? { get }
}

extension PersistableKey {
  public var _onlyKeyValue: StoredValue? { nil }
}

extension PersistableKey where Self: Storable {
  public var _keyValues: [StoredValue] { [_storedValue] }
  public var _onlyKeyValue: StoredValue? { _storedValue }
}
