#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

/// A lookup that was sent on a connection of its own and whose answer has not arrived.
///
/// `@unchecked Sendable`: one task reads the answer, once, and nothing else uses the connection until then.
final class AwaitedRow: PendingLookup, @unchecked Sendable {
  private let backend: PostgreSQLBackend
  private let connection: Connection
  private let lookup: PreparedLookup
  private let isRead = Atomic(false)

  init(_ backend: PostgreSQLBackend, _ connection: Connection, _ lookup: PreparedLookup) {
    self.backend = backend
    self.connection = connection
    self.lookup = lookup
  }

  deinit {
    guard !isRead.load(ordering: .acquiring) else { return }
    // The answer was not received, so that the connection can't be used for other requests.
    connection.isLost = true
    backend.endLookup(on: connection)
  }

  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
  {
    guard !isRead.exchange(true, ordering: .acquiringAndReleasing) else {
      throw .misuse(reason: "an answer was read twice")
    }
    do throws(ServerFailure) {
      try await connection.answer(to: lookup)
    } catch {
      let isBroken = connection.isBroken
      backend.endLookup(on: connection)
      // The server may have closed an idle connection before the lookup was sent, or the statement is outdated.
      if isBroken || error.isStatementOutdated, !error.isCancelled { return false }
      throw error.storeError(lookup.table, backend.tables.all)
    }
    defer { backend.endLookup(on: connection) }
    try lookup.read(consume)
    return true
  }
}

#endif
