/// An enum of the schema, stored as its raw value.
public protocol PersistableEnum: RawRepresentable, CaseIterable, QueryRawRepresentable, PersistableKey
where RawValue: PersistableRawValue, QueryRawValue == RawValue {}

/// A type that an enum may be stored as: `String` or an integer.
public protocol PersistableRawValue: Storable {}
