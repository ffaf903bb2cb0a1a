#if PostgreSQL
public import IgataRuntime
internal import Synchronization

extension PostgreSQLBackend: AskedBackend {
  /// Asks on a connection that is free, and keeps the thread for a moment, in which a server on the same machine has
  /// answered. Where there is none, or its statement is not prepared, nothing is asked.
  ///
  /// Where others wait for their answers at the same time, the thread is first left to those who have not asked yet.
  public func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> AskedRow {
    if Task.isCancelled { throw .cancelled }
    guard let connection = pool.acquireAtOnce() else { return .unasked }
    guard let find = connection.find(table, { tables.text(of: table).finding }), find.take(key) else {
      pool.release(connection)
      return .unasked
    }
    var answers = Answers()
    do throws(ServerFailure) {
      try connection.ask(find)
      let isShared = crowd.enter()
      // As who asks often leaves a server on the same machine the processor, the answer may be there at once.
      let isAnswered = try isShared ? connection.takeArrived(&answers) : connection.answersSoon(&answers, patience)
      guard isAnswered else {
        return .awaited(AwaitedRow(self, connection, find, answers, isShared: isShared, table))
      }
      crowd.leave()
    } catch {
      crowd.leave()
      pool.release(connection)
      // A connection that lay idle may have been cut meanwhile. The ordinary way finds another one.
      if error.isConnectionLost { return .unasked }
      throw error.storeError(table, tables.all)
    }
    defer { pool.release(connection) }
    guard let result = answers.results.first else { return .unasked }
    try result.read(table, types: find.types(of: result), consume)
    return .read
  }
}

/// A row whose key was sent to the server, and which it has not sent yet.
///
/// `@unchecked Sendable`: what was asked is taken by one task, once, and the connection is its own until then.
private final class AwaitedRow: AwaitedAnswer, @unchecked Sendable {
  private let backend: PostgreSQLBackend
  private let connection: Connection
  private let find: KeyedFind
  private let answers: Answers
  private let isShared: Bool
  private let table: TableDescription
  private let isTaken = Atomic(false)

  init(
    _ backend: PostgreSQLBackend, _ connection: Connection, _ find: KeyedFind, _ answers: Answers, isShared: Bool,
    _ table: TableDescription
  ) {
    self.backend = backend
    self.connection = connection
    self.find = find
    self.answers = answers
    self.isShared = isShared
    self.table = table
  }

  deinit {
    guard !isTaken.load(ordering: .acquiring) else { return }
    connection.owe(1)
    end()
  }

  func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      throw .misuse(reason: "an answer was read twice")
    }
    let result: ServerResult?
    let types: [ServerType?]
    var isCut = false
    do throws(ServerFailure) {
      // Whoever is lent the connection next uses the find as well.
      defer {
        isCut = connection.isCut
        end()
      }
      result = try await received().results.first
      types = result.map { find.types(of: $0) } ?? []
    } catch {
      if isCut, !error.isCancelled { return try await askAgain(consume) }
      throw error.storeError(table, backend.tables.all)
    }
    try result?.read(table, types: types, consume)
  }

  private func received() async throws(ServerFailure) -> Answers {
    var answers = answers
    if isShared {
      // Who has not asked yet does so now, and the server has more to do before anybody waits for it.
      await Task.yield()
      if try connection.takeArrived(&answers) { return answers }
      if try connection.answersSoon(&answers, backend.patience) { return answers }
    }
    let soFar = answers
    return try await connection.waiting(true) { () async throws(ServerFailure) in
      try await self.connection.answers(after: soFar)
    }
  }

  /// Asks on another connection, as one that lay idle may have been cut before it was asked.
  private func askAgain(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    let session = try await backend.begin(.singleRead)
    do throws(StoreError) {
      try await session.read(RowQuery(table, where: .keyIsIn(columns: table.primaryKey, [find.key(table)])), consume)
    } catch {
      await session.rollback()
      throw error
    }
    try await session.commit()
  }

  private func end() {
    backend.crowd.leave()
    backend.pool.release(connection)
  }
}

#endif
