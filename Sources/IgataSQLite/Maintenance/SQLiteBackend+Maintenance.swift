#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension SQLiteBackend {
  /// What is wrong in the database, as SQLite finds it: by `quick_check`, or by `integrity_check` and
  /// `foreign_key_check`; empty if nothing is. Others read and write meanwhile, except in memory.
  ///
  /// - Throws: ``/IgataRuntime/StoreError/cancelled`` if the task is cancelled.
  public func verify(_ depth: VerificationDepth = .quick) async throws(StoreError) -> [DatabaseProblem] {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.problems(depth)
  }

  /// Writes the database anew, without the space that deleted rows have left (`VACUUM`), and merges the log.
  ///
  /// Writers wait, readers don't. The folder needs as much space as the database.
  ///
  /// - Throws: ``/IgataRuntime/StoreError/readOnly(reason:)`` if the database was opened read-only;
  ///   ``/IgataRuntime/StoreError/locked(reason:)`` if another process locks it for longer than the busy timeout;
  ///   ``/IgataRuntime/StoreError/full(reason:)`` if there is no space; ``/IgataRuntime/StoreError/cancelled`` if the
  ///   task is cancelled. The database is then unchanged.
  @discardableResult
  public func compact() async throws(StoreError) -> CompactedBytes {
    try await retryingWriter { (connection) throws(EngineFailure) in
      let before = try connection.byteCount()
      _ = try connection.texts("VACUUM")
      try connection.mergeLog()
      return CompactedBytes(before: before, after: try connection.byteCount())
    }
  }

  /// Counts how the values of indexes are distributed, by which SQLite plans queries (`ANALYZE`, of about 1,000 rows of
  /// each index), and merges the log.
  ///
  /// Worth a call after an import, and once in a while when the program ends.
  ///
  /// - Throws: ``/IgataRuntime/StoreError/readOnly(reason:)`` if the database was opened read-only;
  ///   ``/IgataRuntime/StoreError/locked(reason:)`` if another process locks it for longer than the busy timeout.
  public func optimize() async throws(StoreError) {
    try await retryingWriter { (connection) throws(EngineFailure) in
      // `PRAGMA optimize` only looks at the tables that this connection has read.
      _ = try connection.texts("PRAGMA analysis_limit = 1000")
      _ = try connection.texts("ANALYZE")
      try connection.mergeLog()
    }
  }

  private func retryingWriter<Result>(
    _ body: (Connection) throws(EngineFailure) -> Result
  ) async throws(StoreError) -> Result {
    try await withWriter { (connection) async throws(StoreError) in
      try await connection.retrying(options.busyTimeout) { () throws(EngineFailure) in try body(connection) }
    }
  }

  /// Runs `body` with the connection that writes.
  func withWriter<Result>(
    _ body: (Connection) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    guard !options.isReadOnly else { throw .readOnly(reason: "the database was opened for reading alone") }
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    try connection.file?.check()
    return try await body(connection)
  }
}

/// The size of a database, in bytes, before and after it was compacted.
public struct CompactedBytes: Hashable, Sendable {
  /// The size before.
  public var before: Int64
  /// The size after.
  public var after: Int64
}

extension Connection {
  /// What is wrong in the database.
  func problems(_ depth: VerificationDepth) throws(StoreError) -> [DatabaseProblem] {
    do throws(EngineFailure) {
      switch depth {
      case .quick: return try damages("quick_check")
      case .full: return try brokenReferences() + damages("integrity_check")
      }
    } catch {
      guard error.isDamage else { throw error.storeError(nil) }
      return [.damage(message: error.message)]
    }
  }

  private func brokenReferences() throws(EngineFailure) -> [DatabaseProblem] {
    try texts("PRAGMA foreign_key_check").map { row in
      .brokenReference(table: row[0] ?? "", row: row[1].flatMap { Int64($0) }, target: row[2] ?? "")
    }
  }

  private func damages(_ check: String) throws(EngineFailure) -> [DatabaseProblem] {
    // SQLite 3.40 finds nulls where there are none, in tables whose keys don't come first.
    try texts("PRAGMA \(check)").compactMap { $0[0] }.filter { $0 != "ok" && !$0.hasPrefix("NULL value in ") }
      .map { .damage(message: $0) }
  }

  fileprivate func byteCount() throws(EngineFailure) -> Int64 {
    let count = try texts("PRAGMA page_count").first?[0].flatMap { Int64($0) } ?? 0
    return try count * pageSize
  }

  /// Writes what is in the log to the database, and empties the log if nobody reads it.
  func mergeLog() throws(EngineFailure) { _ = try texts("PRAGMA wal_checkpoint(TRUNCATE)") }
}

#endif
