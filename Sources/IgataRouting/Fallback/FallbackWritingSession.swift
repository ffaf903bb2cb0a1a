@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// A session that writes to the first backend, or to the second one and the outbox if the first can't be reached. It
/// holds the backend's lock for sessions that write.
final class FallbackWritingSession: FallbackReader {
  private struct State {
    var base: (any BackendSession)?
    var isFirst = false
    /// The transaction's number, once it has one.
    var number: UInt64?
    /// The operations so far.
    var journal: [OutboxOperation] = []
    /// The savepoints, with the number of operations before each.
    var savepoints: [(base: Savepoint, length: Int)] = []
    var isEnded = false
  }

  let backend: FallbackBackend
  private let state = Mutex(State())

  init(_ backend: FallbackBackend) { self.backend = backend }

  deinit { if !state.withLock({ $0.isEnded }) { backend.writers.unlock() } }

  func access(to other: StoreIdentity) -> SessionAccess? {
    let (base, isFirst) = state.withLock { ($0.base, $0.isFirst) }
    return base?.access(as: .write, on: isFirst ? backend.first : backend.second, to: other)
  }

  // MARK: Reading and writing

  func reading<Result>(
    _ body: (any BackendSession, inout Bool) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    var hasBegun = false
    return try await doing { (session) throws(StoreError) in
      if hasBegun { throw .unreachable(reason: "the backend was lost while rows were read") }
      return try await body(session, &hasBegun)
    }
  }

  /// The rows that SQL changes aren't known, and so can't be changed again elsewhere.
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    throw .unsupportedQuery(
      expression: sql.description,
      reason: "the outbox can't repeat SQL: use an update or a deletion by a query, or a store over the first backend")
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let table = write.table
    return try await doing { (session) throws(StoreError) in
      var rows: [CopiedRow] = []
      let count = try await session.write(write) { (writer) throws(StoreError) in
        try writer.copyingRows(of: table, to: &rows, produce)
      }
      if !write.omitted.isEmpty { try await session.readDatabaseDefaults(of: &rows, write) }
      note(rows, write)
      return count
    }
  }

  /// Records rows as they are stored. A row with a generated key is new, whichever kind of write it was.
  private func note(_ rows: [CopiedRow], _ write: RowWrite) {
    for isNew in [false, true] {
      let rows = rows.filter { ($0.generatedKey != nil) == isNew }
      if rows.isEmpty { continue }
      let values = rows.map { row in
        var values = row.values
        if let key = row.generatedKey, let column = write.table.generatedKeyColumn { values[column] = .integer(key) }
        return values
      }
      let operation = OutboxOperation(
        isNew ? .insert : .init(write.kind), write.table, values, changed: isNew ? nil : write.columns)
      state.withLock { $0.journal.append(operation) }
    }
  }

  /// Records the changed rows, so that they are the same wherever the transaction is repeated.
  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    let table = query.table
    try backend.first.check(.update(query))
    return try await doing { (session) throws(StoreError) in
      let keys = try await session.keys(query)
      let count = try await session.update(query, assignments)
      if count == 0 { return 0 }
      let changed = RowQuery(table, keys: keys)
      let rows = try await session.values(of: Array(table.columns.indices), changed)
      let written = assignments.map(\.column).filter { !table.primaryKey.contains($0) }
      state.withLock { $0.journal.append(OutboxOperation(.update, table, rows, changed: written)) }
      return count
    }
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try backend.first.check(.delete(query))
    return try await doing { (session) throws(StoreError) in
      let keys = if let keys = query.keys { Array(keys) } else { try await session.keys(query) }
      let count = try await session.delete(query)
      if !keys.isEmpty { state.withLock { $0.journal.append(OutboxOperation(.delete, query.table, keys)) } }
      return count
    }
  }

  // MARK: Savepoints

  func savepoint() async throws(StoreError) -> Savepoint {
    try await doing { (session) throws(StoreError) in
      let base = try await session.savepoint()
      return state.withLock { state in
        state.savepoints.append((base, state.journal.count))
        return Savepoint(number: state.savepoints.count)
      }
    }
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try await doing { (session) throws(StoreError) in
      let (base, length) = try point(savepoint)
      try await session.rollBack(to: base)
      state.withLock { state in
        state.savepoints.removeSubrange((savepoint.number - 1)...)
        state.journal.removeSubrange(length...)
      }
    }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try await doing { (session) throws(StoreError) in
      try await session.release(try point(savepoint).base)
      state.withLock { $0.savepoints.removeSubrange((savepoint.number - 1)...) }
    }
  }

  private func point(_ savepoint: Savepoint) throws(StoreError) -> (base: Savepoint, length: Int) {
    try state.withLock { state throws(StoreError) in
      guard state.savepoints.indices.contains(savepoint.number - 1) else {
        throw .misuse(reason: "the savepoint is not open")
      }
      return state.savepoints[savepoint.number - 1]
    }
  }

  // MARK: Switching

  /// Performs an operation on the first backend, or, if that can't be reached, on the second, after repeating all
  /// earlier ones there.
  private func doing<Result>(
    _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    do throws(StoreError) {
      return try await body(try await base())
    } catch {
      guard case .unreachable = error, await changeOver() else { throw error }
      return try await body(try await base())
    }
  }

  private func base() async throws(StoreError) -> any BackendSession {
    let (known, isEnded) = state.withLock { ($0.base, $0.isEnded) }
    if isEnded { throw .misuse(reason: "the session has ended") }
    if let known { return known }
    guard backend.reachability.current.isReachable else { return try await beginSecond() }
    let number = try backend.outbox.takeNumber()
    // Set before the session begins, so that a failure counts as one of the first backend.
    state.withLock { ($0.isFirst, $0.number) = (true, number) }
    let session = try await backend.beginFirst(number)
    state.withLock { $0.base = session }
    return session
  }

  /// Abandons the first backend. Returns whether it was in use.
  private func changeOver() async -> Bool {
    let lost = state.withLock { state -> (any BackendSession)?? in
      guard state.isFirst, !state.isEnded else { return nil }
      defer { (state.base, state.isFirst) = (nil, false) }
      return .some(state.base)
    }
    guard let lost else { return false }
    backend.lose()
    await lost?.rollback()
    return true
  }

  /// Begins a session with the second backend, and repeats the operations so far there.
  private func beginSecond() async throws(StoreError) -> any BackendSession {
    let (journal, lengths) = state.withLock { ($0.journal, $0.savepoints.map(\.length)) }
    let session = try await backend.second.begin(.write)
    var points: [Savepoint] = []
    do throws(StoreError) {
      for (index, operation) in journal.enumerated() {
        for _ in lengths where points.count < lengths.count && lengths[points.count] <= index {
          points.append(try await session.savepoint())
        }
        try await session.apply(operation, try backend.table(operation.table))
      }
      while points.count < lengths.count { points.append(try await session.savepoint()) }
    } catch {
      await session.rollback()
      throw error
    }
    state.withLock { state in
      state.base = session
      for (index, point) in points.enumerated() { state.savepoints[index].base = point }
    }
    return session
  }

  // MARK: Ending

  func commit() async throws(StoreError) {
    defer { leave() }
    let (known, isFirst, journal) = state.withLock { ($0.base, $0.isFirst, $0.journal) }
    guard let session = known else { return }
    if journal.isEmpty { return try await session.commit() }
    guard isFirst else { return try await keep(journal, session) }
    let number = state.withLock { $0.number } ?? 0
    do throws(StoreError) {
      try await backend.note(number, session)
    } catch {
      guard case .unreachable = error else {
        await session.rollback()
        throw error
      }
      return try await keepForLater(journal)
    }
    do throws(StoreError) {
      try await session.commit()
    } catch {
      // It may have been committed. In that case, its number identifies it when it is sent again.
      guard case .unreachable = error else { throw error }
      state.withLock { $0.base = nil }
      return try await keepForLater(journal)
    }
    backend.countWrite()
    backend.relay.notify(backend.first, nil)
    await mirror(journal)
  }

  private func keepForLater(_ journal: [OutboxOperation]) async throws(StoreError) {
    _ = await changeOver()
    try await keep(journal, try await beginSecond())
  }

  /// Appends the transaction to the outbox, and commits it in the second backend.
  private func keep(_ journal: [OutboxOperation], _ session: any BackendSession) async throws(StoreError) {
    do throws(StoreError) {
      let number: UInt64
      if let known = state.withLock({ $0.number }) { number = known } else { number = try backend.outbox.takeNumber() }
      try backend.outbox.append(
        OutboxEntry(sequence: number, schemaVersion: backend.schemaVersion, operations: journal))
    } catch {
      await session.rollback()
      throw error
    }
    do throws(StoreError) {
      try await session.commit()
    } catch {
      try backend.outbox.takeBackLast()
      throw error
    }
    backend.relay.notify(backend.second, nil)
  }

  /// Repeats in the second backend what was done in the first. What the second rejects is missing there.
  private func mirror(_ journal: [OutboxOperation]) async {
    guard let session = try? await backend.second.begin(.write) else { return }
    do throws(StoreError) {
      for operation in journal {
        let table = try backend.table(operation.table)
        if operation.kind.isOverwriting, let write = try operation.write(.save, in: table) {
          try await session.apply(write, try operation.rows(in: table))
        } else {
          try await session.apply(operation, table)
        }
      }
    } catch {
      return await session.rollback()
    }
    try? await session.commit()
  }

  func rollback() async {
    let base = state.withLock { $0.isEnded ? nil : $0.base }
    await base?.rollback()
    leave()
  }

  private func leave() {
    let wasOpen = state.withLock { state in
      defer { state = State(isEnded: true) }
      return !state.isEnded
    }
    if wasOpen { backend.writers.unlock() }
  }
}

extension BackendSession {
  /// Replaces nulls for which the database made values, so that the rows are the same wherever they are repeated.
  fileprivate func readDatabaseDefaults(of rows: inout [CopiedRow], _ write: RowWrite) async throws(StoreError) {
    let key = write.table.primaryKey
    let keys = rows.map { row in row.generatedKey.map { [.integer($0)] } ?? key.map { row.values[$0] } }
    let query = RowQuery(write.table, where: .keyIsIn(columns: key, keys))
    var made: [[StoredValue]: ArraySlice<StoredValue>] = [:]
    for values in try await values(of: key + write.omitted, query) {
      made[Array(values.prefix(key.count))] = values.dropFirst(key.count)
    }
    for index in rows.indices {
      guard let values = made[keys[index]] else { continue }
      for (column, value) in zip(write.omitted, values) { rows[index].values[column] = value }
    }
  }
}
