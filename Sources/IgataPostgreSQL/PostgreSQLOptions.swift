#if PostgreSQL

/// How a ``PostgreSQLBackend`` connects and waits.
public struct PostgreSQLOptions: Sendable {
  /// How one transaction sees what others do at the same time.
  public enum Isolation: Sendable, Hashable {
    /// Transactions that write run one after the other, whichever process they are of, as on every other backend: none
    /// is lost, none fails because of another, and others learn of them in their order. Those that read wait for
    /// nobody. The order is kept by an advisory lock, which binds the backends that use this isolation.
    case oneWriter
    /// Each statement sees what was committed before it: PostgreSQL's own default. What a transaction read may be
    /// changed by another before it writes.
    case readCommitted
    /// The transaction sees one state of the data; a write over what another has changed since fails with
    /// ``StoreError/conflict(reason:)``.
    case repeatableRead
    /// As if transactions ran one after the other; those that could not have fail with
    /// ``StoreError/conflict(reason:)``.
    case serializable
  }

  /// How many connections are open at most, from 1.
  public var connectionCount: Int
  /// How long a connection may lie idle, one second at the least, before it is closed, which is done before it has lain
  /// so for one and a half times as long.
  public var idleTimeout: Duration
  /// How long a session waits for a connection before ``StoreError/unreachable(reason:)``. Tasks that look for rows of
  /// one table wait together: those that come later for up to a tenth less.
  public var poolTimeout: Duration
  /// How long opening a connection may take, name look-up and login included; 2 seconds at the least.
  public var connectTimeout: Duration
  /// How long a statement may run; nothing for as long as it takes. Of many rows each batch has as long, and so have
  /// together the rows that tasks look for by their keys in one moment.
  public var statementTimeout: Duration?
  /// The isolation of transactions that write.
  public var isolation: Isolation
  /// How many streams may be open at once, each on a connection of its own.
  public var streamCount: Int
  /// Whether each transaction that writes tells the backends of other processes, by `NOTIFY`, which tables it changed,
  /// so that their `changes(of:)` and `observe` notice. It costs one short command in each such commit, sent together
  /// with it, and the server lets commits that notify pass one at a time.
  public var notifiesOthers: Bool

  public init(
    connectionCount: Int = 8, idleTimeout: Duration = .seconds(60), poolTimeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), statementTimeout: Duration? = nil, isolation: Isolation = .oneWriter,
    streamCount: Int = 32, notifiesOthers: Bool = true
  ) {
    self.connectionCount = connectionCount
    self.idleTimeout = idleTimeout
    self.poolTimeout = poolTimeout
    self.connectTimeout = connectTimeout
    self.statementTimeout = statementTimeout
    self.isolation = isolation
    self.streamCount = streamCount
    self.notifiesOthers = notifiesOthers
  }
}

#endif
