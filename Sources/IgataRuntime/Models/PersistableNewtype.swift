public import IgataTables

/// A `type Name = Base …` of the schema: a distinct type around a scalar, held to constraints when it is made.
public protocol PersistableNewtype: RawRepresentable, QueryRawRepresentable, PersistableKey, CustomStringConvertible
where RawValue: Storable & PersistableKey, QueryRawValue == RawValue {
  /// The bounds that every value is within.
  static var constraints: ColumnConstraints { get }
  /// Wraps a value that is known to be within the constraints.
  init(_trusted rawValue: RawValue)
}
