/// An enum of the schema, stored by its raw value.
public protocol PersistableEnum: RawRepresentable, CaseIterable, QueryRawRepresentable, PersistableKey
where RawValue: PersistableRawValue, QueryRawValue == RawValue {
  /// The case for a raw value that no case has: the one marked `@unknown`. Where there is none, sets `isFault`, and
  /// the case is a placeholder.
  init(_unknown rawValue: RawValue, isFault: inout Bool)
}

/// What an enum may be stored as: `String` or an integer.
public protocol PersistableRawValue: Storable {
  var _faultText: String { get }
}
