public import IgataTables

/// A `type Name = Base …` of the schema: a distinct type that wraps a scalar, and checks its constraints when it is
/// created.
public protocol PersistableNewtype: RawRepresentable, QueryRawRepresentable, PersistableKey, CustomStringConvertible
where RawValue: Storable & PersistableKey, QueryRawValue == RawValue {
  /// The constraints that every value satisfies.
  static var constraints: ColumnConstraints { get }
  /// Wraps a value that is known to satisfy the constraints.
  init(_trusted rawValue: RawValue)
}
