#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Notices what other processes, and other backends over the same file, write.
///
/// SQLite counts the commits that a connection did not make itself. As the backend writes by one connection alone, what
/// that one counts are exactly the commits of others. It is asked between transactions: during one of its own nobody
/// else can write.
struct OutsideWrites {
  private let writer: ConnectionPool<Connection>
  private let interval: Duration

  init(writer: ConnectionPool<Connection>, interval: Duration) {
    self.writer = writer
    self.interval = interval
  }

  /// An element for each look that found something; none is missed from the moment on that this returns.
  func changes() async -> AsyncStream<OutsideChange> {
    var seen = await version()
    let (changes, continuation) = AsyncStream<OutsideChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task.detached {
      while (try? await Task.sleep(for: interval)) != nil {
        // Where it can't be asked, the next look tells.
        guard let version = await version() else { continue }
        if seen != version { continuation.yield(OutsideChange()) }
        seen = version
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return changes
  }

  private func version() async -> Int64? {
    guard let connection = try? await writer.acquire() else { return nil }
    defer { writer.release(connection) }
    return connection.dataVersion
  }
}

extension Connection {
  /// A number that is another one after each commit that was made by other connections.
  fileprivate var dataVersion: Int64? {
    guard let statement = try? statement(for: "PRAGMA data_version") else { return nil }
    defer { sqlite3_reset(statement.handle) }
    return sqlite3_step(statement.handle) == SQLITE_ROW ? sqlite3_column_int64(statement.handle, 0) : nil
  }
}

#endif
