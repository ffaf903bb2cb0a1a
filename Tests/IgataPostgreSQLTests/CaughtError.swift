#if PostgreSQL
@_spi(Backend) import IgataRuntime

/// What `body` throws; another error than a store's keeps its text.
func error(_ body: () async throws -> Void) async -> StoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? StoreError ?? .backend(code: -1, message: "\(error)")
  }
}

#endif
