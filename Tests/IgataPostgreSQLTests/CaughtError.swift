#if PostgreSQL
@_spi(Backend) import IgataRuntime

/// The error that `body` throws, if any. An error that is not a store's keeps its description.
func error(_ body: () async throws -> Void) async -> StoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? StoreError ?? .backend(code: -1, message: "\(error)")
  }
}

#endif
