#if canImport(SwiftUI)
  @_spi(Backend) internal import IgataRuntime

  /// What a property wrapper keeps while its view exists: an object that observes a store.
  @MainActor
  final class LiveSource<Object, ID: Equatable> {
    private(set) var object: Object?
    private var current: (id: ID, store: StoreIdentity)?

    /// Lets `observe` make an object for another store, or change the one that there is for another ID.
    func update(_ id: ID, in store: Store, observe: (Object?) -> Object) {
      let identity = store.backend.identity
      if let current, current.id == id, current.store == identity { return }
      object = observe(current?.store == identity ? object : nil)
      current = (id, identity)
    }
  }
#endif
