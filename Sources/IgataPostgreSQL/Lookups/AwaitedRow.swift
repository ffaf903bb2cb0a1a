#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

/// A row whose key was sent to the server, and which it has not sent yet.
///
/// `@unchecked Sendable`: what was asked is taken by one task, once, and the connection is its own until then.
final class AwaitedRow: PendingLookup, @unchecked Sendable {
  private let backend: PostgreSQLBackend
  private let connection: Connection
  private let find: PreparedLookup
  private let isTaken = Atomic(false)

  init(_ backend: PostgreSQLBackend, _ connection: Connection, _ find: PreparedLookup) {
    self.backend = backend
    self.connection = connection
    self.find = find
  }

  deinit {
    guard !isTaken.load(ordering: .acquiring) else { return }
    // Nobody takes the answer, and so nothing can be asked after it.
    connection.isLost = true
    backend.leave(connection)
  }

  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
  {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      throw .misuse(reason: "an answer was read twice")
    }
    do throws(ServerFailure) {
      try await connection.answer(to: find)
    } catch {
      let isCut = connection.isCut
      backend.leave(connection)
      // One that lay idle may have been cut before it was asked.
      if isCut, !error.isCancelled { return false }
      throw error.storeError(find.table, backend.tables.all)
    }
    defer { backend.leave(connection) }
    try find.read(consume)
    return true
  }
}

#endif
