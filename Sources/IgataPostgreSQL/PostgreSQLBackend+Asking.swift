#if PostgreSQL
public import IgataRuntime
internal import Synchronization

extension PostgreSQLBackend: AskedBackend {
  /// Asks on a connection that is free, and keeps the thread for a moment, in which a server on the same machine has
  /// answered. Where there is none, or its statement is not prepared, nothing is asked.
  ///
  /// Where others wait for their answers at the same time, the thread is first left to those who have not asked yet. A
  /// task on a ``PostgreSQLEventLoop`` asks together with those.
  public func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> AskedRow {
    if Task.isCancelled { throw .cancelled }
    if let loop = LoopThread.current { return gather(table, key: key, on: loop) }
    guard let connection = pool.acquireAtOnce() else { return .unasked }
    guard let find = connection.find(table, { tables.text(of: table).finding }), find.take(key) else {
      pool.release(connection)
      return .unasked
    }
    let isShared = crowd.enter()
    do throws(ServerFailure) {
      try connection.ask(find)
      // As who asks often leaves a server on the same machine the processor, the answer may be there at once.
      let isAnswered = try isShared ? connection.hasAnswered(find) : connection.answersSoon(find, patience)
      guard isAnswered else { return .awaited(AwaitedRow(self, connection, find, isShared: isShared)) }
    } catch {
      leave(connection)
      // A connection that lay idle may have been cut meanwhile. The ordinary way finds another one.
      if error.isConnectionLost { return .unasked }
      throw error.storeError(table, tables.all)
    }
    defer { leave(connection) }
    try find.read(consume)
    return .read
  }

  /// Ends what was asked on a connection.
  fileprivate func leave(_ connection: Connection) {
    crowd.leave()
    pool.release(connection)
  }
}

/// A row whose key was sent to the server, and which it has not sent yet.
///
/// `@unchecked Sendable`: what was asked is taken by one task, once, and the connection is its own until then.
private final class AwaitedRow: AwaitedAnswer, @unchecked Sendable {
  private let backend: PostgreSQLBackend
  private let connection: Connection
  private let find: KeyedFind
  private let isShared: Bool
  private let isTaken = Atomic(false)

  init(_ backend: PostgreSQLBackend, _ connection: Connection, _ find: KeyedFind, isShared: Bool) {
    self.backend = backend
    self.connection = connection
    self.find = find
    self.isShared = isShared
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
      // Who has not asked yet does so now, and the server has more to do before anybody waits for it.
      if isShared { await Task.yield() }
      let isAnswered = isShared ? try hasAnswered() : false
      if !isAnswered { try await connection.answer(to: find) }
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

  private func hasAnswered() throws(ServerFailure) -> Bool {
    if try connection.hasAnswered(find) { return true }
    return try connection.answersSoon(find, backend.patience)
  }
}

#endif
