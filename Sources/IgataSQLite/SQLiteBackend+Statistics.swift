#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// What a ``SQLiteBackend`` does at one moment; see ``SQLiteBackend/statistics``.
public struct SQLiteStatistics: Hashable, Sendable {
  /// The connections that read. In memory, they are the one that writes.
  public var readers: ConnectionStatistics
  /// The connection that writes.
  public var writer: ConnectionStatistics
  /// The connections of streams and backups.
  public var streams: ConnectionStatistics
  /// The statements that were run so far.
  public var statements: StatementStatistics
  /// The size of the file of the log, in bytes; zero if there is none. It keeps the size that it once had until it is
  /// truncated by ``SQLiteBackend/optimize()``: one that grows says that readers are too long open for it to be merged.
  public var logSize: Int64
  /// How long the oldest session is open, which reads or writes; `nil` if there is none. While it reads, what is
  /// written after its beginning stays in the log.
  public var oldestSession: Duration?
}

extension SQLiteBackend {
  /// How many connections are open, how many tasks wait, and how many statements were run.
  ///
  /// It waits for nothing, and may be asked for often.
  public var statistics: SQLiteStatistics {
    SQLiteStatistics(
      readers: readers.statistics, writer: writer.statistics, streams: streams.statistics,
      statements: connections.statements, logSize: file?.logSize ?? 0, oldestSession: connections.longestUse)
  }
}

#endif
