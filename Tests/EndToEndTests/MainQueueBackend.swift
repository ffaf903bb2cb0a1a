import Dispatch
import Foundation
@_spi(Backend) import IgataRuntime
import Synchronization

/// Forwards every call, and records those that are made on the main queue, and those that block it.
final class MainQueueBackend: DirectBackend {
  private let base: any DirectBackend
  private let noted = Mutex<(all: Int, onMainQueue: [String], blocking: [String])>((0, [], []))
  /// Longer than any other test blocks the main queue.
  private static let longestTurn = DispatchTimeInterval.seconds(120)

  init(_ base: any DirectBackend) { self.base = base }

  /// The number of calls.
  var callCount: Int { noted.withLock { $0.all } }

  /// The calls that were made on the main queue.
  var callsOnMainQueue: [String] { noted.withLock { $0.onMainQueue } }

  /// The calls on other threads during which the main queue was blocked.
  var callsThatBlockMainQueue: [String] { noted.withLock { $0.blocking } }

  fileprivate func note(_ call: String = #function) {
    let isOnMainQueue = isOnMainQueue()
    let isBlocking = !isOnMainQueue && !Self.mainQueueHasTurn()
    noted.withLock { noted in
      noted.all += 1
      if isOnMainQueue { noted.onMainQueue.append(call) }
      if isBlocking { noted.blocking.append(call) }
    }
  }

  private static func mainQueueHasTurn() -> Bool {
    let turn = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { turn.signal() }
    return turn.wait(timeout: .now() + longestTurn) == .success
  }

  var identity: StoreIdentity { base.identity }

  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    note()
    return try await base.prepare(tables)
  }

  func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    note()
    let session = try await base.begin(access)
    guard let direct = session as? any DirectSession else { return session }
    return MainQueueSession(direct, self)
  }

  func beginStreaming() async throws(StoreError) -> any BackendSession {
    note()
    return try await base.beginStreaming()
  }

  func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    note()
    return try base.readSynchronously(query, for: call, consume)
  }

  func lookUp(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome {
    note()
    return try base.lookUp(table, key: key, for: call, consume)
  }

  var writesSynchronously: Bool { base.writesSynchronously }

  func writeRowSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    note()
    return try base.writeRowSynchronously(write, for: call, produce)
  }
}

private final class MainQueueSession: DirectSession {
  private let base: any DirectSession
  private let backend: MainQueueBackend

  init(_ base: any DirectSession, _ backend: MainQueueBackend) {
    self.base = base
    self.backend = backend
  }

  func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    backend.note()
    try base.readSynchronously(query, for: call, consume)
  }

  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    backend.note()
    try base.readSynchronously(table, key: key, for: call, consume)
  }

  func writeSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    backend.note()
    return try base.writeSynchronously(write, for: call, produce)
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    backend.note()
    return try await base.update(query, assignments)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    backend.note()
    return try await base.delete(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    backend.note()
    return try await base.aggregate(query, by: groups, aggregates)
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    backend.note()
    return try await base.savepoint()
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    backend.note()
    try await base.rollBack(to: savepoint)
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    backend.note()
    try await base.release(savepoint)
  }

  func commit() async throws(StoreError) {
    backend.note()
    try await base.commit()
  }

  func rollback() async {
    backend.note()
    await base.rollback()
  }
}

/// Whether this runs on the main actor's queue. On Linux that is no particular thread.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
