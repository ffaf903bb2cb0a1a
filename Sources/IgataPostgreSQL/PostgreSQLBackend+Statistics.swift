#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// What a ``PostgreSQLBackend`` does at one moment; see ``PostgreSQLBackend/statistics``.
public struct PostgreSQLStatistics: Hashable, Sendable {
  /// The connections of sessions that read, and of those that write unless ``PostgreSQLOptions/Isolation/oneWriter`` is
  /// the isolation.
  public var connections: ConnectionStatistics
  /// The connection of sessions that write, with ``PostgreSQLOptions/Isolation/oneWriter``; otherwise `nil`.
  public var writer: ConnectionStatistics?
  /// The connections of streams.
  public var streams: ConnectionStatistics
  /// The statements that were sent so far.
  public var statements: StatementStatistics
  /// Whether a connection is open that listens for what others commit. There is none if nothing is observed.
  public var isListening: Bool
  /// How many connections were lost so far, because the server or the network ended them, or because the server didn't
  /// answer in time. Others are opened for them when they are needed.
  public var lostConnections: Int
  /// How long the oldest session is open; `nil` if there is none.
  public var oldestSession: Duration?
}

extension PostgreSQLBackend {
  /// How many connections are open, how many tasks wait, and how many statements were sent.
  ///
  /// It waits for nothing, and may be asked for often.
  public var statistics: PostgreSQLStatistics {
    PostgreSQLStatistics(
      connections: pool.statistics, writer: writers === pool ? nil : writers.statistics, streams: streams.statistics,
      statements: connections.statements, isListening: listener.statistics.busy > 0,
      lostConnections: connections.lostCount, oldestSession: connections.longestUse)
  }
}

#endif
