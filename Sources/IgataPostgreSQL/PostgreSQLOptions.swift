#if PostgreSQL

/// Options for the connections, timeouts and transactions of a ``PostgreSQLBackend``.
public struct PostgreSQLOptions: Sendable {
  /// How concurrent transactions affect each other.
  public enum Isolation: Sendable, Hashable {
    /// Transactions that write run one after another, also those of different processes, as on every other backend. No
    /// update is lost, no transaction fails because of another, and observers receive changes in the order of commits.
    /// Transactions that read do not wait. An advisory lock enforces the order among all backends with this isolation.
    case oneWriter
    /// Each statement sees the data that was committed before it, which is PostgreSQL's default. Another transaction
    /// can change rows after this one has read them and before it writes.
    case readCommitted
    /// The transaction sees one snapshot of the data. It fails with ``/IgataRuntime/StoreError/conflict(reason:)`` if
    /// it writes a row that another transaction has changed since.
    case repeatableRead
    /// Transactions have the same effect as if they ran one after another. Those for which that is impossible fail with
    /// ``/IgataRuntime/StoreError/conflict(reason:)``.
    case serializable
  }

  /// The maximum number of open connections, at least 1.
  public var connectionCount: Int
  /// How long a connection may be idle before it is closed, at least one second. It is closed at the latest after one
  /// and a half times as long.
  public var idleTimeout: Duration
  /// How long a session waits for a connection before it fails with ``/IgataRuntime/StoreError/unreachable(reason:)``.
  /// Lookups by key in the same table wait together, so that later ones may fail up to a tenth earlier.
  public var poolTimeout: Duration
  /// How long opening a connection may take, including the name lookup and the login; at least 2 seconds.
  public var connectTimeout: Duration
  /// How long a statement may run; `nil` for no limit. If many rows are read, the limit applies to each batch. Lookups
  /// by key that are sent together have one limit.
  public var statementTimeout: Duration?
  /// The isolation of transactions that write.
  public var isolation: Isolation
  /// The maximum number of open streams. Each uses a separate connection.
  public var streamCount: Int
  /// Whether each transaction that writes notifies other backends with `NOTIFY` of the tables that it has changed, so
  /// that their `changes(of:)` and `observe` report the changes. This adds a short command to each such commit, without
  /// another round trip, and the server completes commits that notify one at a time.
  public var notifiesOthers: Bool

  /// Prepares each connection, before anything else is done with it: with a role, settings or temporary tables. It is
  /// called for those of sessions, streams, migrations and observations.
  ///
  /// ```swift
  /// let options = PostgreSQLOptions { connection in
  ///   try await connection.execute("SET ROLE app")
  /// }
  /// ```
  ///
  /// The backend sets `client_min_messages`, `statement_timeout` and `cursor_tuple_fraction` after that. What it
  /// throws, the call throws that needed the connection.
  public var onOpen: OnOpen?

  /// Prepares a connection; see ``onOpen-swift.property``.
  public typealias OnOpen = @Sendable (borrowing PostgreSQLConnection) async throws -> Void

  /// Creates options. Those that are left out have their defaults.
  public init(
    connectionCount: Int = 8, idleTimeout: Duration = .seconds(60), poolTimeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), statementTimeout: Duration? = nil, isolation: Isolation = .oneWriter,
    streamCount: Int = 32, notifiesOthers: Bool = true,
    onOpen: OnOpen? = nil
  ) {
    self.connectionCount = connectionCount
    self.idleTimeout = idleTimeout
    self.poolTimeout = poolTimeout
    self.connectTimeout = connectTimeout
    self.statementTimeout = statementTimeout
    self.isolation = isolation
    self.streamCount = streamCount
    self.notifiesOthers = notifiesOthers
    self.onOpen = onOpen
  }
}

#endif
