internal import Synchronization

/// Reads the rows of a stream in batches, on a session of its own or on that of the transaction.
final class StreamSource<Batch: RowBatch>: Sendable {
  typealias MakeBatch = @Sendable () throws(StoreError) -> Batch

  private static var batchSize: Int { 256 }

  private enum Position: Sendable {
    case beginning
    /// The backend keeps the position.
    case cursor(any RowCursor)
    /// After a row with these values; `count` rows were read.
    case after([StoredValue], count: Int)
    case end
  }

  private struct State {
    /// The session, if it is the stream's own.
    var session: (any BackendSession)?
    var position = Position.beginning
  }

  private let store: Store
  private let query: RowQuery
  private let makeBatch: MakeBatch
  private let state = Mutex(State())

  init(_ store: Store, _ query: RowQuery, _ makeBatch: @escaping MakeBatch) {
    self.store = store
    self.query = query
    self.makeBatch = makeBatch
  }

  deinit {
    // The iteration was abandoned. Releasing the stream doesn't wait for the rollback.
    if let session = state.withLock({ $0.session }) { Task.detached { await session.rollback() } }
  }

  /// The next elements; empty at the end.
  func nextBatch() async throws(StoreError) -> [Batch.Element] {
    do throws(StoreError) {
      if Task.isCancelled { throw .cancelled }
      let position = state.withLock { $0.position }
      if case .end = position { return [] }
      let (elements, next) = try await perform { (session) throws(StoreError) in try await read(position, session) }
      if case .end = next { await end() } else { state.withLock { $0.position = next } }
      return elements
    } catch {
      await end()
      throw error
    }
  }

  private func end() async {
    let session = state.withLock { state in
      defer { state = State(session: nil, position: .end) }
      return state.session
    }
    await session?.rollback()
  }

  private func perform<Result>(
    _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    if let scope = store.scope { return try await scope.run(atomic: false, body) }
    if let session = state.withLock({ $0.session }) { return try await body(session) }
    try TransactionScope.checkUse(of: store.backend.identity, scope: nil)
    let backend = store.backend
    let session = try await ObservedSession.begin(.read, of: backend, for: store.observer) {
      () async throws(StoreError) in try await backend.beginStreaming()
    }
    state.withLock { $0.session = session }
    return try await body(session)
  }

  private func read(
    _ position: Position, _ session: any BackendSession
  ) async throws(StoreError) -> (elements: [Batch.Element], next: Position) {
    var position = position
    var batch = try makeBatch()
    let rows = batch.rows
    if case .beginning = position {
      try rows.check()
      // Which rows a cursor returns while they are changed is undefined.
      if store.scope?.isReading ?? true {
        do throws(StoreError) {
          position = try await session.cursor(rows).map { .cursor($0) } ?? position
        } catch {
          throw rows.naming(error)
        }
      }
    }
    var next = Position.end
    if case .cursor(let cursor) = position {
      try await batch.append(session) { (consume) throws(StoreError) in
        do throws(StoreError) { try await cursor.next(Self.batchSize, consume) } catch { throw rows.naming(error) }
      }
      if batch.count == Self.batchSize { next = position }
    } else {
      next = try await readPage(position, &batch, session)
    }
    return (try await batch.elements(session), next)
  }

  /// For backends without cursors, and for sessions that write. Returns the position after the batch.
  private func readPage(
    _ position: Position, _ batch: inout Batch, _ session: any BackendSession
  ) async throws(StoreError) -> Position {
    var values: [StoredValue]?
    var before = 0
    if case .after(let last, let count) = position { (values, before) = (last, count) }
    let keyset = Keyset(query)
    let wanted = min(Self.batchSize, query.limit.map { max(0, $0 - before) } ?? .max)
    try await batch.append(keyset.segments(query, after: values), wanted: wanted, session)
    guard batch.count == Self.batchSize, let last = try await batch.position(keyset, session) else { return .end }
    return .after(last, count: before + batch.count)
  }
}
