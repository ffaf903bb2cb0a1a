#if canImport(SwiftUI)
  @_spi(Backend) internal import IgataRuntime

  /// What a property wrapper keeps while its view exists: an object that observes a store.
  @MainActor
  final class LiveSource<Object, ID: Equatable> {
    private(set) var object: Object?
    private var current: (id: ID, store: StoreIdentity, scope: SessionScope?)?

    /// Lets `observe` make an object for another store, or change the one that there is for another ID.
    func update(_ id: ID, in store: Store, observe: (Object?) -> Object) {
      let (identity, scope) = (store.backend.identity, store.backend.sessionScope)
      let isSameStore = current.map { $0.store == identity && $0.scope == scope } ?? false
      if isSameStore, current?.id == id { return }
      object = observe(isSameStore ? object : nil)
      current = (id, identity, scope)
    }
  }
#endif
