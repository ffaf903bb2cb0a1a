#if PostgreSQL

/// How a ``PostgreSQLBackend`` connects and waits.
public struct PostgreSQLOptions: Sendable {
  /// How one transaction sees what others do at the same time.
  public enum Isolation: String, Sendable, Hashable {
    /// Each statement sees what was committed before it: PostgreSQL's own default.
    case readCommitted = "READ COMMITTED"
    /// The transaction sees one state of the data; a write over what another has changed since fails with
    /// ``StoreError/conflict(reason:)``.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after the other; those that could not have fail with
    /// ``StoreError/conflict(reason:)``.
    case serializable = "SERIALIZABLE"
  }

  /// How many connections are open at most, from 1.
  public var connectionCount: Int
  /// How long a connection may lie idle before it is closed, in whole seconds at the least.
  public var idleTimeout: Duration
  /// How long a session waits for a connection before ``StoreError/unreachable(reason:)``.
  public var poolTimeout: Duration
  /// How long opening a connection may take, name look-up and login included; 2 seconds at the least.
  public var connectTimeout: Duration
  /// How long a statement may run; nothing for as long as it takes.
  public var statementTimeout: Duration?
  /// The isolation of transactions that write.
  public var isolation: Isolation

  public init(
    connectionCount: Int = 8, idleTimeout: Duration = .seconds(60), poolTimeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), statementTimeout: Duration? = nil, isolation: Isolation = .readCommitted
  ) {
    self.connectionCount = connectionCount
    self.idleTimeout = idleTimeout
    self.poolTimeout = poolTimeout
    self.connectTimeout = connectTimeout
    self.statementTimeout = statementTimeout
    self.isolation = isolation
  }
}

#endif
