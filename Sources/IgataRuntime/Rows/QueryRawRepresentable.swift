/// A type that is stored as another one: an enum as its raw value, a newtype as its base, and their optionals.
public protocol QueryRawRepresentable: Storable {
  /// The type that is stored.
  associatedtype QueryRawValue: Storable
}

extension QueryRawRepresentable where Self: RawRepresentable, RawValue: Storable {
  public var _storedValue: StoredValue { rawValue._storedValue }
  public var _queriedValue: StoredValue { rawValue._queriedValue }
}

extension Optional: QueryRawRepresentable where Wrapped: QueryRawRepresentable {
  public typealias QueryRawValue = Wrapped.QueryRawValue?
}
