/// Which backend something was loaded from. All stores over one backend share its identity, and by it they tell each
/// other what they committed.
///
/// Random, and no address: an address may be given to the next backend when this one is gone, and what was loaded from
/// the one would then pass for being kept by the other.
@_spi(Backend) public struct StoreIdentity: Hashable, Sendable {
  private let high = UInt64.random(in: 0...UInt64.max)
  private let low = UInt64.random(in: 0...UInt64.max)
  let hub = ChangeHub()

  /// An identity like no other.
  public init() {}

  // Not `==` by name: each one is looked at in every comparison that a program compiles.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: StoreIdentity, _ right: StoreIdentity) -> Bool {
    left.low == right.low && left.high == right.high
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
