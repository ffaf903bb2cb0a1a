@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// A session that reads from the first backend, or from the second if the first can't be reached.
final class FallbackReadingSession: FallbackReader {
  private struct State {
    var base: (any BackendSession)?
    var isFirst = false
    var hasRead = false
    var isEnded = false
    /// What was read from the first backend, to be kept in the second.
    var reads: [KeptRead] = []
    /// How many transactions had written to the first backend before the first read.
    var writeCount = 0
  }

  let backend: FallbackBackend
  private let access: SessionAccess
  private let isStreaming: Bool
  private let state = Mutex(State())

  init(_ backend: FallbackBackend, _ access: SessionAccess, isStreaming: Bool) {
    self.backend = backend
    self.access = access
    self.isStreaming = isStreaming
  }

  func access(to other: StoreIdentity) -> SessionAccess? {
    let (base, isFirst) = state.withLock { ($0.base, $0.isFirst) }
    return base?.access(as: access, on: isFirst ? backend.first : backend.second, to: other)
  }

  /// Reads from the first backend, or from the second if the first can't be reached and nothing has been read yet.
  func reading<Result>(
    _ body: (any BackendSession, inout Bool) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    var hasBegun = false
    do throws(StoreError) {
      let result = try await body(try await base(), &hasBegun)
      state.withLock { $0.hasRead = true }
      return result
    } catch {
      guard case .unreachable = error, backend.reachability.current == .reachable || isAtFirst else { throw error }
      backend.lose()
      let lost: (any BackendSession)? = state.withLock { state in
        if state.hasRead || hasBegun { return nil }
        defer { (state.base, state.isFirst) = (nil, false) }
        return state.base
      }
      let mayChange = state.withLock { !$0.hasRead && !$0.isEnded } && !hasBegun
      guard mayChange else { throw error }
      await lost?.rollback()
      let result = try await body(try await base(), &hasBegun)
      state.withLock { $0.hasRead = true }
      return result
    }
  }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try backend.first.check(.rows(query))
    let isKept = !isStreaming && query.values == nil && backend.keptReads.keeps(query.table)
    try await reading { (session, hasBegun) throws(StoreError) in
      guard isKept, isAtFirst else {
        return try await session.read(query) { (reader) throws(StoreError) in
          hasBegun = true
          try consume(&reader)
        }
      }
      let rows = try await session.values(of: Array(query.table.columns.indices), query)
      state.withLock { $0.reads.append(KeptRead(query: query, rows: rows)) }
      hasBegun = true
      let fault = try ValueRowCursor(rows).read { (reader) throws(StoreError) in
        try consume(&reader)
        return reader.fault?.readingError(query.table, row: reader.keyText(query.table))
      }
      if let fault { throw fault }
    }
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try backend.first.check(.rows(query))
    let hasRead = state.withLock { $0.hasRead }
    let cursor = try await reading { (session, _) throws(StoreError) in try await session.cursor(query) }
    // A backend without cursors has not been asked for anything.
    if cursor == nil { state.withLock { $0.hasRead = hasRead } }
    return cursor
  }

  private var isAtFirst: Bool { state.withLock { $0.isFirst } }

  private func base() async throws(StoreError) -> any BackendSession {
    let (known, isEnded) = state.withLock { ($0.base, $0.isEnded) }
    if isEnded { throw .misuse(reason: "the session has ended") }
    if let known { return known }
    let isFirst = backend.reachability.current.isReachable
    let writeCount = backend.writeCount
    let chosen = isFirst ? backend.first : backend.second
    let session = try await isStreaming ? chosen.beginStreaming() : chosen.begin(access)
    state.withLock { ($0.base, $0.isFirst, $0.writeCount) = (session, isFirst, writeCount) }
    return session
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int { throw Self.onlyReads }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    throw Self.onlyReads
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int { throw Self.onlyReads }

  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange { throw Self.onlyReads }

  private static let onlyReads = StoreError.misuse(reason: "a session that only reads was asked to write")

  func savepoint() async throws(StoreError) -> Savepoint { try await base().savepoint() }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) { try await base().rollBack(to: savepoint) }

  func release(_ savepoint: Savepoint) async throws(StoreError) { try await base().release(savepoint) }

  func commit() async throws(StoreError) { await rollback() }

  func rollback() async {
    let ended = state.withLock { state in
      defer { state = State(isEnded: true) }
      return state
    }
    await ended.base?.rollback()
    if ended.isFirst { await backend.keep(ended.reads, since: ended.writeCount) }
  }
}
