#if PostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

/// The rows of one table that tasks look for by their keys in the same moment. They wait for a connection together, are
/// asked for in one go, and answered in one.
final class LookupBatch: Sendable {
  private static let mostRows = 64
  private static let usualRows = 16

  private struct State {
    var keys: RowBuffer
    var rows: [BatchedRow] = []
    /// How many of the rows somebody still wants.
    var wantedCount = 0
    var isOpen = true
    /// Until when rows may be added, once a connection is waited for.
    var lastEntry: DispatchTime?
    /// What waits and asks.
    var asking: Task<Void, Never>?

    var takesMore: Bool { isOpen && lastEntry.map { DispatchTime.now() <= $0 } ?? true }
  }

  let table: TableDescription
  private let keyTypes: [ServerType]
  private let priority: TaskPriority
  private let state: Mutex<State>

  init(_ table: TableDescription, _ priority: TaskPriority) {
    self.table = table
    self.priority = priority
    keyTypes = table.keyTypes
    state = Mutex(State(keys: RowBuffer(keyTypes)))
  }

  /// Has the row that has a key asked for with the others. Nothing where it can't be asked for so, or not any more.
  func add(_ key: (inout RowWriter) -> Void, _ priority: TaskPriority) -> BatchedRow? {
    state.withLock { state in
      guard state.takesMore, priority <= self.priority, state.keys.take(key) else {
        // Who can't join begins others; and a key that can't be sent may stand in the way of the next.
        state.isOpen = false
        return nil
      }
      if state.rows.isEmpty { state.rows.reserveCapacity(Self.usualRows) }
      let row = BatchedRow(table, self)
      state.rows.append(row)
      state.wantedCount += 1
      state.isOpen = state.rows.count < Self.mostRows
      return row
    }
  }

  /// One row is of no more use to the task that asked for it.
  func leaveOne() {
    let asking: Task<Void, Never>? = state.withLock { state in
      state.wantedCount -= 1
      guard state.wantedCount == 0 else { return nil }
      state.isOpen = false
      return state.asking
    }
    asking?.cancel()
  }

  /// Has the rows asked for once there is a connection. Whoever looks for one before that can still join.
  func ask(_ backend: PostgreSQLBackend) {
    let asking = Task.detached(priority: priority) { await self.send(backend) }
    state.withLock { $0.asking = asking }
  }

  private func send(_ backend: PostgreSQLBackend) async {
    do throws(StoreError) {
      let connection = try await connection(backend)
      let (keys, rows) = close(backend)
      backend.inFlight.enter()
      do throws(ServerFailure) {
        give(try await answers(backend, connection, keys, rows.count), to: rows, backend)
      } catch {
        // One that lay idle may have been cut before anything was asked.
        let answer = connection.isCut ? .unasked : BatchedRow.Answer.failed(storeError(error, backend))
        for row in rows { row.take(answer) }
      }
      backend.leave(connection)
    } catch {
      for row in close(backend).rows { row.take(.failed(error)) }
    }
  }

  private func connection(_ backend: PostgreSQLBackend) async throws(StoreError) -> Connection {
    if let idle = try backend.pool.acquireSynchronously() { return idle }
    // Whoever joins later waits hardly less long than the first.
    let lastEntry = DispatchTime.now() + backend.options.poolTimeout.inSeconds / 10
    state.withLock { $0.lastEntry = lastEntry }
    return try await backend.pool.acquire()
  }

  private func close(_ backend: PostgreSQLBackend) -> (keys: RowBuffer, rows: [BatchedRow]) {
    backend.openBatches.end(self)
    return state.withLock { state in
      state.isOpen = false
      defer { state.rows = [] }
      return (state.keys, state.rows)
    }
  }

  private func answers(
    _ backend: PostgreSQLBackend, _ connection: Connection, _ keys: RowBuffer, _ count: Int
  ) async throws(ServerFailure) -> Answers {
    guard connection.pipeline(true) else { throw connection.lost() }
    return try await connection.runEach(backend.tables.text(of: table).finding, keyTypes, keys, 0..<count)
  }

  private func give(_ answers: Answers, to rows: [BatchedRow], _ backend: PostgreSQLBackend) {
    let columnTypes = answers.results.first?.columnTypes ?? []
    for (result, row) in zip(answers.results, rows) { row.take(.found(result, columnTypes)) }
    // The server runs nothing behind what has failed.
    var unasked = rows.dropFirst(answers.results.count)
    if let failure = answers.failures.first { unasked.popFirst()?.take(.failed(storeError(failure, backend))) }
    for row in unasked { row.take(.unasked) }
  }

  private func storeError(_ failure: ServerFailure, _ backend: PostgreSQLBackend) -> StoreError {
    failure.storeError(table, backend.tables.all)
  }
}

#endif
