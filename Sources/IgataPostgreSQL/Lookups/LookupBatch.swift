#if PostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

/// Lookups of rows of one table that tasks make at the same time. They wait for a connection together and are sent as
/// one pipeline.
final class LookupBatch: Sendable {
  private static let maximumRowCount = 64
  private static let usualRowCount = 16

  private struct State {
    var keys: RowBuffer
    var rows: [BatchedRow] = []
    /// How many of the lookups were not canceled.
    var activeCount = 0
    var isOpen = true
    /// The time until which lookups can be added, while the batch waits for a connection.
    var lastEntry: DispatchTime?
    /// The task that waits for a connection and sends the lookups.
    var sending: Task<Void, Never>?

    var acceptsMore: Bool { isOpen && lastEntry.map { DispatchTime.now() <= $0 } ?? true }
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

  /// Adds a lookup by a key. `nil` if the batch accepts no more, or if the key can't be sent.
  func add(_ key: (inout RowWriter) -> Void, _ priority: TaskPriority, _ report: StatementReport?) -> BatchedRow? {
    state.withLock { state in
      guard state.acceptsMore, priority <= self.priority, state.keys.append(key) else {
        // The caller begins another batch. A key that can't be sent leaves an incomplete row in the buffer.
        state.isOpen = false
        return nil
      }
      if state.rows.isEmpty { state.rows.reserveCapacity(Self.usualRowCount) }
      let row = BatchedRow(table, self, report)
      state.rows.append(row)
      state.activeCount += 1
      state.isOpen = state.rows.count < Self.maximumRowCount
      return row
    }
  }

  /// Records that the task of one lookup was canceled. After the last one, the batch is canceled.
  func cancelOne() {
    let sending: Task<Void, Never>? = state.withLock { state in
      state.activeCount -= 1
      guard state.activeCount == 0 else { return nil }
      state.isOpen = false
      return state.sending
    }
    sending?.cancel()
  }

  /// Sends the lookups when a connection is available. Until then, more lookups can be added.
  func start(_ backend: PostgreSQLBackend) {
    let sending = Task.detached(priority: priority) { await self.send(backend) }
    state.withLock { $0.sending = sending }
  }

  private func send(_ backend: PostgreSQLBackend) async {
    do throws(StoreError) {
      let connection = try await connection(backend)
      let (keys, rows) = close(backend)
      for row in rows { row.send() }
      backend.inFlight.enter()
      do throws(ServerFailure) {
        distribute(try await answers(backend, connection, keys, rows.count), to: rows, backend)
      } catch {
        // The server may have closed an idle connection before anything was sent.
        let answer = connection.isBroken ? .unasked : BatchedRow.Answer.failed(storeError(error, backend))
        for row in rows { row.receive(answer) }
      }
      backend.endLookup(on: connection)
    } catch {
      for row in close(backend).rows { row.receive(.failed(error)) }
    }
  }

  private func connection(_ backend: PostgreSQLBackend) async throws(StoreError) -> Connection {
    if let idle = try backend.pool.acquireSynchronously() { return idle }
    // All lookups of a batch fail together at the pool's timeout, so that those added late would wait too briefly.
    let lastEntry = DispatchTime.now() + backend.options.poolTimeout.inSeconds / 10
    state.withLock { $0.lastEntry = lastEntry }
    return try await backend.pool.acquire()
  }

  private func close(_ backend: PostgreSQLBackend) -> (keys: RowBuffer, rows: [BatchedRow]) {
    backend.openBatches.remove(self)
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
    let isScoped = backend.settings != nil
    let beginning = backend.options.isolation.beginning(isScoped ? .read : .singleRead, backend.settings)
    let answers = try await connection.runEach(
      backend.tables.text(of: table).finding, keyTypes, keys, 0..<count, after: beginning)
    if isScoped { try connection.send(andForget: "ROLLBACK") }
    return answers
  }

  private func distribute(_ answers: Answers, to rows: [BatchedRow], _ backend: PostgreSQLBackend) {
    let columnTypes = answers.results.first?.columnTypes ?? []
    for (result, row) in zip(answers.results, rows) { row.receive(.found(result, columnTypes)) }
    // The server runs nothing after a failure. If that is of an outdated statement, a session prepares it again.
    var notRun = rows.dropFirst(answers.results.count)
    if let failure = answers.failures.first, !failure.isStatementOutdated {
      notRun.popFirst()?.receive(.failed(storeError(failure, backend)))
    }
    for row in notRun { row.receive(.unasked) }
  }

  private func storeError(_ failure: ServerFailure, _ backend: PostgreSQLBackend) -> StoreError {
    failure.storeError(table, backend.tables.all)
  }
}

/// The batches of lookups that were not sent yet, one for each table, to which more lookups can be added.
final class OpenBatches: Sendable {
  private let batches = Mutex<[ObjectIdentifier: LookupBatch]>([:])

  var isEmpty: Bool { batches.withLock { $0.isEmpty } }

  /// Looks up the row with a key, together with others; `nil` if the key can't be sent.
  func lookUp(
    _ table: TableDescription, _ key: (inout RowWriter) -> Void, for call: ObservedCall?, _ backend: PostgreSQLBackend
  ) -> BatchedRow? {
    let report = StatementReport(backend.tables.text(of: table).finding, for: call)
    return batches.withLock { batches in
      let priority = Task.currentPriority
      if let row = batches[ObjectIdentifier(table)]?.add(key, priority, report) { return row }
      let batch = LookupBatch(table, priority)
      guard let row = batch.add(key, priority, report) else { return nil }
      batches[ObjectIdentifier(table)] = batch
      batch.start(backend)
      return row
    }
  }

  /// Removes a batch that accepts no more lookups, because it is sent now.
  func remove(_ batch: LookupBatch) {
    batches.withLock { batches in
      let table = ObjectIdentifier(batch.table)
      if batches[table] === batch { batches[table] = nil }
    }
  }
}

#endif
