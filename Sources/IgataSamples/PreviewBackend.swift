@_spi(Backend) internal import IgataRuntime

/// A backend in memory that is filled in the background. All calls wait until it is.
final class PreviewBackend: Backend {
  private let memory = MemoryBackend()
  private let filling: Task<Result<Void, StoreError>, Never>

  init(_ fill: @escaping @Sendable (Store) async throws(StoreError) -> Void) {
    let memory = memory
    filling = Task.detached {
      do throws(StoreError) {
        return .success(try await fill(Store(memory)))
      } catch {
        return .failure(error)
      }
    }
  }

  var identity: StoreIdentity { memory.identity }

  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await filling.value.get()
    return try await memory.prepare(tables)
  }

  func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    try await filling.value.get()
    return try await memory.begin(access)
  }
}
