#if canImport(SwiftUI)
  public import IgataRuntime
  public import SwiftUI

  /// A value that is computed from the store of the environment, always up to date.
  ///
  /// ```swift
  /// @LiveValue({ try await $0.count(Entry.all) }) var count
  /// @LiveValue(of: { $0.observe(Account.all, with: { $0.entries }) }) var accounts
  ///
  /// var body: some View { Text("\(count ?? 0) entries of \(accounts?.count ?? 0) accounts") }
  /// ```
  ///
  /// The view is evaluated again when the value changes. It is `nil` until it is loaded for the first time. `$count` is
  /// an `ObservedValue`, with `isLoading`, `error` and `restart()`.
  ///
  /// Closures can't be compared: when SwiftUI creates the view again, the new closure isn't used unless `id` has
  /// changed. If the closure uses a value of the view, pass that value as `id`:
  ///
  /// ```swift
  /// @LiveValue<Int> var count: Int?
  ///
  /// init(account: Account) {
  ///   _count = LiveValue(id: account.id) { try await $0.count(account.entries) }
  /// }
  ///
  /// var body: some View { Text("\(count ?? 0)") }
  /// ```
  @propertyWrapper @MainActor
  public struct LiveValue<Value: Sendable> {
    @Environment(\.store) private var store
    @State private var live = LiveSource<ObservedValue<Value>, AnyHashable?>()
    private let id: AnyHashable?
    private let observe: @MainActor (ObservedValue<Value>?, Store) -> ObservedValue<Value>

    /// The result of a closure.
    ///
    /// - Parameters:
    ///   - id: What the closure depends on. If it changes, the new closure is used, and the old value stays until the
    ///     new one is loaded.
    ///   - fetch: Computes the value from a store that reads one snapshot of the data.
    public init(
      id: AnyHashable? = nil, _ fetch: @escaping @Sendable (Store) async throws -> Value
    ) where Value: Equatable {
      self.init(id: id, of: { $0.observe(fetch) })
    }

    /// What an observation returns.
    ///
    /// - Parameters:
    ///   - id: What the closure depends on. If it changes, the new closure is used, and the old value stays until the
    ///     new one is loaded.
    ///   - observation: Returns what the view observes: `{ $0.observe(Account.all, with: { $0.entries }) }`.
    public init<Failure>(
      id: AnyHashable? = nil, of observation: @escaping @MainActor (Store) -> StoreObservation<Value, Failure>
    ) {
      self.id = id
      observe = { value, store in
        guard let value else { return ObservedValue(observation(store)) }
        value.observe(observation(store))
        return value
      }
    }

    /// The value; `nil` until it is loaded for the first time.
    public var wrappedValue: Value? { live.object?.value }

    /// What is known besides the value.
    public var projectedValue: ObservedValue<Value> { live.object ?? observe(nil, store) }
  }

  extension LiveValue: DynamicProperty {
    /// Called by SwiftUI before the view is evaluated.
    nonisolated public func update() {
      // SwiftUI evaluates views on the main actor.
      MainActor.assumeIsolated { live.update(id, in: store) { observe($0, store) } }
    }
  }
#endif
