#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

@_spi(Backend) extension PostgreSQLBackend: DirectBackend {
  /// A single lookup is sent on an idle connection, and the thread is kept for a short time, in which a server on the
  /// same machine answers. If the statement is not prepared on the connection, nothing is sent.
  ///
  /// If there are other lookups at the same time, no connection is idle, or there are settings to be sent as well, the
  /// lookup is sent together with others.
  public func lookUp(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome {
    if Task.isCancelled { throw .cancelled }
    guard settings == nil, inFlight.isEmpty, let connection = try pool.acquireSynchronously() else {
      return openBatches.lookUp(table, key, for: call, self).map { .awaited($0) } ?? .unasked
    }
    guard let lookup = connection.lookup(table, { tables.text(of: table).finding }), lookup.setKey(key) else {
      pool.release(connection)
      return .unasked
    }
    inFlight.enter()
    do throws(ServerFailure) {
      try connection.send(lookup, for: call)
      guard try connection.answersSoon(lookup, spin) else { return .awaited(AwaitedRow(self, connection, lookup)) }
    } catch {
      endLookup(on: connection)
      // The server may have closed an idle connection, or an outdated statement. A session begins with a new one.
      if error.isConnectionLost || error.isStatementOutdated { return .unasked }
      throw error.storeError(table, tables.all)
    }
    defer { endLookup(on: connection) }
    try lookup.read(consume)
    return .read
  }

  /// Returns the connection of a lookup to the pool.
  func endLookup(on connection: Connection) {
    inFlight.leave()
    pool.release(connection)
  }
}

/// The number of lookups that wait for their answers.
final class InFlightCount: Sendable {
  private let count = Atomic(0)

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func enter() { count.add(1, ordering: .relaxed) }

  func leave() { count.subtract(1, ordering: .relaxed) }
}

#endif
