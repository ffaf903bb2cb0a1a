/// The connections of one kind that a backend has open, and the tasks that wait for one.
public struct ConnectionStatistics: Hashable, Sendable {
  /// How many are open.
  public var open = 0
  /// How many of these are used by a session or a call.
  public var busy = 0
  /// How many may be open; `nil` if there is no limit.
  public var limit: Int?
  /// How many tasks wait for one.
  public var waiting = 0
  /// How long a task has waited for one since the statistics were last asked for, or waits by now; zero if none had to.
  public var longestWait = Duration.zero

  /// How many of those that are open are not used.
  public var idle: Int { open - busy }

  /// No connections.
  @_spi(Backend) public init(limit: Int?) { self.limit = limit }
}

/// How many statements a backend has run, and how many of them failed.
public struct StatementStatistics: Hashable, Sendable {
  /// The statements of one kind.
  public struct Count: Hashable, Sendable {
    /// How many were run. A statement that is run for many rows, one after the other, is one.
    public var statements = 0
    /// How many of them failed, those that were canceled among them.
    public var errors = 0

    /// Nothing yet.
    @_spi(Backend) public init() {}
  }

  /// Queries.
  public var read = Count()
  /// Insertions, updates and deletions.
  public var write = Count()
  /// Beginnings and ends of transactions, and of parts of them.
  public var transaction = Count()
  /// All others, such as those that create tables.
  public var other = Count()

  /// Nothing yet.
  @_spi(Backend) public init() {}
}
