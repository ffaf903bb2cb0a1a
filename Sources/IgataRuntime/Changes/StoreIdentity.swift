internal import Synchronization

/// Identifies the backend that something was loaded from. All stores over one backend share its identity, and notify
/// each other of commits by it.
///
/// It is a number that is used once instead of an address: after a backend is released, another one may get its
/// address, and would seem to have stored what was loaded from the first.
@_spi(Backend) public final class StoreIdentity: Hashable, Sendable {
  private static let count = Atomic<UInt32>(0)

  /// From 0 to 16,777,215, in the order in which this process created them; then from 0 again.
  let number: UInt32
  let hub = ChangeHub()
  let lifecycle = BackendLifecycle()
  let transactions: OpenTransactions

  /// A unique identity.
  ///
  /// - Parameter patience: How long a task waits for a transaction of this process that makes no call.
  public init(patience: Duration = .seconds(30)) {
    transactions = OpenTransactions(limit: max(patience, .milliseconds(1)))
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue & 0xFF_FFFF
  }

  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: StoreIdentity, _ right: StoreIdentity) -> Bool { left.number == right.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ModelOrigin {
  /// The origin of the models of one read, or of one save.
  static func batch(of store: StoreIdentity) -> ModelOrigin { batch(ofStore: store.number) }

  /// Whether the model was read from the store, or saved to it.
  func isStored(in store: StoreIdentity) -> Bool { isStored(inStore: store.number) }
}
