#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

/// The lock that one migration of a schema in a database holds, from its first version to its last index.
///
/// It belongs to the session, as `CREATE INDEX CONCURRENTLY` runs in no transaction. It is asked for again and again:
/// if a second session waited for it in a statement, the first one's `CREATE INDEX CONCURRENTLY` would wait for that
/// statement.
struct MigrationLock {
  private let connection: MigrationConnection

  private static let keys = "hashtext('igata migrate'), hashtext(coalesce(current_schema()::text, ''))"

  /// Takes the lock.
  ///
  /// - Throws: ``StoreError/locked(reason:)`` if another migration runs for longer than `patience` allows.
  init(_ connection: MigrationConnection, _ patience: inout LockPatience) async throws(StoreError) {
    self.connection = connection
    while try await answer("SELECT pg_try_advisory_lock(\(Self.keys))::text") != "true" {
      try await patience.wait(for: "another migration of this database")
    }
  }

  /// - Throws: If another session has the lock, as behind a pooler that gives each transaction another connection.
  func check() async throws(StoreError) {
    let number = { (key: String) in "(hashtext(\(key))::bigint & 4294967295)" }
    let held = try await answer(
      """
      SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()
      AND classid::bigint = \(number("'igata migrate'"))
      AND objid::bigint = \(number("coalesce(current_schema()::text, '')"))
      """)
    guard held == "1" else {
      throw .misuse(
        reason: "the lock of the migration is held by another session: connect to the server itself, not to a pooler")
    }
  }

  func release() async { _ = try? await connection.run("SELECT pg_advisory_unlock(\(Self.keys))::text") }

  private func answer(_ sql: String) async throws(StoreError) -> String? {
    do {
      return try await connection.run(sql)
    } catch {
      throw error.storeError(nil, [])
    }
  }
}

/// How long a migration goes on to ask for locks, and how long it waits between two attempts.
struct LockPatience {
  private static let shortestPause = Duration.milliseconds(500)
  private static let longestPause = Duration.seconds(30)

  private let end: ContinuousClock.Instant
  private var pause = Self.shortestPause

  init(_ patience: Duration) { end = ContinuousClock.now.advanced(by: patience) }

  /// The time that is left, at least a millisecond.
  var restInMilliseconds: Int { max(Int(ContinuousClock.now.duration(to: end).inSeconds * 1000), 1) }

  /// Runs `body` again while programs have the locks that it needs.
  mutating func insist<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    while true {
      do {
        return try await body()
      } catch {
        guard case .locked = error else { throw error }
        try await wait(for: "a program that uses the tables")
      }
    }
  }

  /// Waits until the next attempt.
  ///
  /// - Parameter others: What has the lock, for the message.
  mutating func wait(for others: String) async throws(StoreError) {
    guard ContinuousClock.now < end else { throw .locked(reason: "\(others) has the lock that is needed") }
    // Two migrations that began at the same time don't stay in step.
    let length = min(pause * Double.random(in: 0.5...1), ContinuousClock.now.duration(to: end))
    do {
      try await Task.sleep(for: length)
    } catch {
      throw .cancelled
    }
    pause = min(pause * 2, Self.longestPause)
  }
}

#endif
