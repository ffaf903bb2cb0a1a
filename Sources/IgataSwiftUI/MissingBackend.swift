#if canImport(SwiftUI)
  @_spi(Backend) internal import IgataRuntime

  /// The backend of the store that a view has if none is in its environment: every call throws.
  struct MissingBackend: Backend {
    let identity = StoreIdentity()

    func prepare(_ tables: [TableDescription]) throws(StoreError) -> PrepareReport { throw Self.error }

    func begin(_ access: SessionAccess) throws(StoreError) -> any BackendSession { throw Self.error }

    private static let error = StoreError.misuse(
      reason: "there is no store in the environment of the view: write '.environment(\\.store, store)' after a view "
        + "that contains it, and in its preview")
  }
#endif
