/// Identifies the backend that something was loaded from. All stores over one backend share its identity, and notify
/// each other of commits by it.
///
/// It is random instead of an address: after a backend is released, another one may get its address, and would seem to
/// have stored what was loaded from the first.
/// the one would then pass for being kept by the other.
@_spi(Backend) public struct StoreIdentity: Hashable, Sendable {
  private let high = UInt64.random(in: 0...UInt64.max)
  private let low = UInt64.random(in: 0...UInt64.max)
  let hub = ChangeHub()

  /// A unique identity.
  public init() {}

  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: StoreIdentity, _ right: StoreIdentity) -> Bool {
    left.low == right.low && left.high == right.high
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
