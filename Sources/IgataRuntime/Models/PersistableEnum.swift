/// An enum of the schema, stored as its raw value.
public protocol PersistableEnum: RawRepresentable, CaseIterable, QueryRawRepresentable, PersistableKey
where RawValue: PersistableRawValue, QueryRawValue == RawValue {
  /// The case for an unknown raw value: the one marked `@unknown`. If there is none, sets `isFault`, and the case is a
  /// placeholder.
  init(_unknown rawValue: RawValue, isFault: inout Bool)
}

/// A type that an enum may be stored as: `String` or an integer.
public protocol PersistableRawValue: Storable {
  var _faultText: String { get }
}
