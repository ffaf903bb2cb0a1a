#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Detects the commits of other processes, and of other backends on the same file.
///
/// SQLite counts the commits of other connections. As the backend writes on one connection only, the counter of that
/// connection counts exactly the commits of others. It is read between transactions: during a transaction of its own no
/// other connection can write.
struct OutsideWrites {
  private let writer: ConnectionPool<Connection>
  private let interval: Duration

  init(writer: ConnectionPool<Connection>, interval: Duration) {
    self.writer = writer
    self.interval = interval
  }

  /// An element for each check that found a commit. No commit after the return of this method is missed.
  ///
  /// It doesn't wait for a session that writes. If there is one, the counter is read after it, and commits of others
  /// before that are possible.
  func changes() -> AsyncStream<OutsideChange> {
    let first = immediateVersion()
    let (changes, continuation) = AsyncStream<OutsideChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task.detached {
      var seen = first
      while seen == nil, !Task.isCancelled {
        seen = await version()
        var possible = OutsideChange()
        possible.isCertain = false
        continuation.yield(possible)
        if seen == nil { try? await Task.sleep(for: interval) }
      }
      while (try? await Task.sleep(for: interval)) != nil {
        // If the counter can't be read, the next check reads it.
        guard let version = await version() else { continue }
        if seen != version { continuation.yield(OutsideChange()) }
        seen = version
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return changes
  }

  private func immediateVersion() -> DataVersion? {
    guard let connection = try? writer.acquireSynchronously() else { return nil }
    defer { writer.release(connection) }
    return connection.dataVersion
  }

  private func version() async -> DataVersion? {
    guard let connection = try? await writer.acquire() else { return nil }
    defer { writer.release(connection) }
    return connection.dataVersion
  }
}

/// What changes with each commit of others.
private struct DataVersion: Equatable {
  /// Each connection counts anew.
  var connection: ObjectIdentifier
  var number: Int64
}

extension Connection {
  fileprivate var dataVersion: DataVersion? {
    guard let statement = try? statements["PRAGMA data_version"] else { return nil }
    return use(bound: statement, isInterruptible: false) { statement in
      guard (try? statement.step()) == true else { return nil }
      return DataVersion(connection: ObjectIdentifier(self), number: sqlite3_column_int64(statement.handle, 0))
    }
  }
}

#endif
