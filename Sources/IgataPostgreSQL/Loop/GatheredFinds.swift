#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import IgataRuntime
internal import Synchronization

/// The rows of one table that tasks on a loop look for by their keys in the same moment. They are asked for in one go,
/// and answered in one.
///
/// `@unchecked Sendable`: the loop's thread alone does all but leave, which reaches only what has locks of its own.
final class GatheredFinds: @unchecked Sendable {
  private static let mostRows = 64

  private struct Wanted {
    var count = 0
    var isOver = false
    /// The number under which the server is asked to end what it does.
    var cancelledUse: UInt64?

    /// Adds one, unless the server is asked to end what it does for the others.
    mutating func takeOne() -> Bool {
      if cancelledUse == nil { count += 1 }
      return cancelledUse == nil
    }
  }

  private let table: TableDescription
  private let backend: PostgreSQLBackend
  private let loop: LoopThread
  private let connection: Connection
  private let find: KeyedFind
  /// Those that are not answered yet stand behind `answeredCount`.
  @exclusivity(unchecked) private var rows: [GatheredRow] = []
  @exclusivity(unchecked) private var answeredCount = 0
  @exclusivity(unchecked) private var deadline: DispatchTime?
  private let wanted = Mutex(Wanted())

  /// Nothing where no connection is free, or where the statement is not prepared on it.
  init?(_ table: TableDescription, _ backend: PostgreSQLBackend, on loop: LoopThread) {
    guard let connection = backend.pool.acquireAtOnce() else { return nil }
    guard connection.pipeline(true), let find = connection.find(table, { backend.tables.text(of: table).finding })
    else {
      backend.pool.release(connection)
      return nil
    }
    self.table = table
    self.backend = backend
    self.loop = loop
    self.connection = connection
    self.find = find
  }

  /// The tables that the backend keeps.
  var tables: [TableDescription] { backend.tables.all }

  /// Whether one more row can be asked for.
  func mayTake(_ table: TableDescription, _ backend: PostgreSQLBackend) -> Bool {
    self.table === table && self.backend === backend && rows.count < Self.mostRows && !connection.isLost
  }

  /// Has the row that has a key asked for with the others. Nothing where it can't be asked for so.
  func add(_ key: (inout RowWriter) -> Void) -> GatheredRow? {
    guard find.take(key), wanted.withLock({ $0.takeOne() }) else { return nil }
    guard find.send(connection.handle) else {
      connection.isLost = true
      return nil
    }
    let row = GatheredRow(table, self)
    rows.append(row)
    return row
  }

  /// Asks.
  func send() {
    if rows.isEmpty { return finish() }
    deadline = connection.deadline
    guard !connection.isLost, PQpipelineSync(connection.handle) == 1 else { return fail(connection.lost()) }
    wait()
  }

  private func wait() {
    let flushed = PQflush(connection.handle)
    if flushed < 0 { return fail(connection.lost()) }
    loop.watch(PQsocket(connection.handle), orToWrite: flushed == 1, until: deadline) { isReady in
      if isReady { self.receive() } else { self.giveUp() }
    }
  }

  private func receive() {
    if PQconsumeInput(connection.handle) == 0 { return fail(connection.lost()) }
    while PQisBusy(connection.handle) == 0 {
      if let result = PQgetResult(connection.handle) {
        if take(result) { return finish() }
      } else if connection.isCut {
        return fail(connection.lost())
      }
    }
    wait()
  }

  /// Takes one result. Returns whether it is the last.
  private func take(_ result: OpaquePointer) -> Bool {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK: answer(.found(result, find.types(of: result)))
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      return true
    case PGRES_PIPELINE_ABORTED:
      PQclear(result)
      answer(.unasked)
    default:
      let failure = connection.failure(result)
      PQclear(result)
      answer(failure.isConnectionLost ? .unasked : .failed(failure))
    }
    return false
  }

  private func answer(_ answer: GatheredRow.Answer) {
    guard answeredCount < rows.count else { return answer.clear() }
    answeredCount += 1
    rows[answeredCount - 1].take(answer)
  }

  private func giveUp() {
    connection.isLost = true
    fail(ServerFailure(lost: "the server did not answer in time"))
  }

  /// Ends what is not answered yet. A connection that was cut may have been so before anything was asked: then there is
  /// the ordinary way.
  private func fail(_ failure: ServerFailure) {
    loop.unwatch(PQsocket(connection.handle))
    while answeredCount < rows.count { answer(connection.isCut ? .unasked : .failed(failure)) }
    finish()
  }

  private func finish() {
    // Each of them keeps this one.
    rows = []
    let isCancelled = wanted.withLock { wanted in
      wanted.isOver = true
      return wanted.cancelledUse != nil
    }
    guard isCancelled else { return backend.pool.release(connection) }
    Task { [backend, connection] in
      await connection.canceller.end(isLost: connection.isLost)
      backend.pool.release(connection)
    }
  }

  /// One row is of no more use to the task that asked for it. Called from any thread.
  func leaveOne() {
    let use: UInt64? = wanted.withLock { wanted in
      wanted.count -= 1
      guard wanted.count == 0, !wanted.isOver else { return nil }
      let use = connection.readiness.beginUse()
      wanted.cancelledUse = use
      connection.canceller.begin(use)
      return use
    }
    guard let use else { return }
    connection.canceller.insist(use) { [self] in
      loop.call { [self] in if !wanted.withLock({ $0.isOver }) { giveUp() } }
    }
  }
}

extension PostgreSQLBackend {
  /// Asks for a row together with the other tasks of a loop.
  func gather(
    _ table: TableDescription, key: (inout RowWriter) -> Void, on loop: LoopThread
  ) -> AskedRow {
    if let row = loop.finds(table, self)?.add(key) { return .awaited(row) }
    guard let finds = GatheredFinds(table, self, on: loop) else { return .unasked }
    loop.gather(finds)
    return finds.add(key).map { .awaited($0) } ?? .unasked
  }
}

#endif
