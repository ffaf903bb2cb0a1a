/// Stores rows: in memory, in SQLite, or on a server. A ``Store`` is created with one. A backend works with tables,
/// never with models.
///
/// A backend is one small type: it prepares a schema and begins sessions. A `BackendSession` does everything else.
public protocol Backend: Sendable {
  /// Identifies this backend's rows: created once (`let identity = StoreIdentity()`) and kept as long as the backend
  /// exists. A backend that forwards everything to another one returns the other's identity.
  @_spi(Backend) var identity: StoreIdentity { get }

  /// Whether each statement that is executed is reported to ``ObservedCall/current``. If not, which is the default, the
  /// calls of sessions are reported instead.
  @_spi(Backend) var reportsStatements: Bool { get }

  /// Creates missing tables and indexes, all or none.
  ///
  /// `tables` includes the tables of ordered relations, each after its owner's: a backend treats them like any other
  /// table, and can ignore ``RelationDescription/Kind/ordered(_:)`` and
  /// ``RelationDescription/Kind/inverse(relation:)``.
  ///
  /// If existing tables don't fit, nothing is changed, and ``StoreError/schemaMismatch(_:)`` is thrown with every
  /// difference. Returns what was created, and what could not be compared.
  @_spi(Backend)
  @discardableResult
  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport

  /// Begins a session. Sessions that write run one after the other; one that reads has one snapshot of the data until
  /// it ends.
  @_spi(Backend) func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession

  /// Begins a session that reads intermittently while rows are streamed; see ``Store/stream(_:)``. Meanwhile, it must
  /// be possible to begin sessions of every kind, and to write.
  ///
  /// By default, it begins an ordinary session that reads, which is correct if any number of those can be open while
  /// others write.
  @_spi(Backend) func beginStreaming() async throws(StoreError) -> any BackendSession

  /// How many writes a transaction can contain that begins with one to this table: calls of
  /// ``BackendSession/write(_:_:)``, ``BackendSession/delete(_:)`` and ``BackendSession/update(_:_:)``. The default is
  /// `nil`: any number.
  ///
  /// A store throws ``StoreError/misuse(reason:)`` before the first write of a save or deletion that needs more.
  @_spi(Backend) func writeLimit(_ table: TableDescription) -> Int?

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for what a session of this backend can't do, without
  /// doing anything. By default, it can do everything that the store checked.
  ///
  /// A backend in front of others asks them, so that it refuses the same whichever of them it uses.
  @_spi(Backend) func check(_ request: CheckedRequest) throws(StoreError)

  /// Changes from now on by others than the stores over this backend: another process, or another backend over the same
  /// file. It is called when the first observer is added, and its task is canceled after the last one is removed.
  ///
  /// Commits of the stores are not included: stores notify each other by ``identity``. By default, the stream is empty,
  /// for backends that no one else can write to, or that can't detect such changes.
  @_spi(Backend) func changesFromOutside() async -> AsyncStream<OutsideChange>?

  /// The settings with which its sessions begin; `nil`, which is the default, if there are none.
  @_spi(Backend) var sessionScope: SessionScope? { get }

  /// The same backend, with the same ``identity``, whose sessions begin with the settings of a scope, added to those of
  /// its own. By default, throws ``StoreError/unsupportedQuery(expression:reason:)``.
  @_spi(Backend) func scoped(to scope: SessionScope) throws(StoreError) -> any Backend

  /// Throws if the database doesn't have the tables and columns that were prepared, by one statement. By default,
  /// begins and ends a session that reads.
  @_spi(Backend) func checkTables() async throws(StoreError)

  /// Refuses all calls from now on, with ``StoreError/closed``, waits until `deadline` for those that have begun, then
  /// ends them, and closes all files and connections. If the task is canceled, doesn't wait.
  ///
  /// It is called once; a store refuses calls by itself. By default, waits for transactions.
  @_spi(Backend) func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError)
}

extension Backend {
  /// No.
  @_spi(Backend) public var reportsStatements: Bool { false }

  /// Begins an ordinary session that reads.
  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession { try await begin(.read) }

  /// No limit.
  @_spi(Backend) public func writeLimit(_ table: TableDescription) -> Int? { nil }

  /// Everything is supported.
  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) {}

  /// Throws if an operation takes more writes than a transaction can contain.
  func checkWrites(
    _ count: Int, of operation: @autoclosure () -> String, _ table: TableDescription
  ) throws(StoreError) {
    guard count > 1, let limit = writeLimit(table), count > limit else { return }
    throw .misuse(
      reason: "\(operation()) takes \(count) writes, and this backend can't undo the first if a later one fails: write "
        + "each model by itself, or let the backend send several")
  }

  /// None.
  @_spi(Backend) public var sessionScope: SessionScope? { nil }

  /// Not supported.
  @_spi(Backend) public func scoped(to scope: SessionScope) throws(StoreError) -> any Backend {
    throw .unsupportedQuery(
      expression: "\(scope)", reason: "this backend has no settings that hold for a transaction: scope a store over "
        + "a PostgreSQLBackend, and elsewhere add the tenant to the conditions of queries")
  }

  /// An empty stream.
  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? { nil }
}

extension Backend {
  /// Begins and ends a session.
  @_spi(Backend) public func checkTables() async throws(StoreError) {
    await (try begin(.singleRead)).rollback()
  }
}

/// What a session may be asked to do with the rows that a query selects; see ``Backend/check(_:)``.
@_spi(Backend) public enum CheckedRequest: Sendable {
  case rows(RowQuery)
  case groups(RowQuery, by: [QueryExpression], [Aggregate])
  case update(RowQuery)
  case delete(RowQuery)
}

/// A change by others than the stores over a backend; see ``Backend/changesFromOutside()``.
@_spi(Backend) public struct OutsideChange: Hashable, Sendable {
  /// The names of the tables; `nil` if they are unknown.
  public var tables: Set<String>?
  /// Whether something was changed. Otherwise it could not be looked for at once: queries that are observed are read
  /// again, and nothing else happens.
  public var isCertain = true

  /// A change in these tables, or in any table if `nil`.
  public init(tables: Set<String>? = nil) { self.tables = tables }
}

/// What a session will do.
@_spi(Backend) public enum SessionAccess: Sendable {
  /// One read and nothing else, so that no transaction is needed.
  case singleRead
  /// Several reads of one snapshot of the data.
  case read
  /// Reads and writes, all of which are kept, or none.
  case write
  /// One call of ``BackendSession/execute(_:)`` and nothing else, for a statement that can't run in a transaction, or
  /// ends some of its own. What it has changed when it fails may be kept. A backend without SQL treats it like
  /// ``singleRead``.
  case alone

  /// Whether rows may be written.
  @inlinable public var writes: Bool { self == .write || self == .alone }

  /// Whether all calls of the session are one transaction.
  @inlinable public var isTransaction: Bool { self == .write || self == .read }
}

/// A session with a backend, in one transaction. Exactly one call of ``commit()`` or ``rollback()`` ends it.
///
/// Its methods are called one at a time.
@_spi(Backend) public protocol BackendSession: Sendable {
  /// Runs a query and passes its rows to `consume`, which is called once or, if the rows arrive in batches, once for
  /// each batch. The reader's columns are those of ``RowQuery/resultTable()``: those of the query's table, or its
  /// values.
  ///
  /// Throws ``StoreError/corrupted(model:row:column:problem:)`` if `consume` leaves the reader with a fault.
  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError)

  /// Opens a cursor, which reads the rows of a query in batches, between other reads of the session. It is called in
  /// sessions that only read, and its rows are of the session's snapshot.
  ///
  /// Returns `nil`, which is the default, if the backend has no cursors. The store then queries for the rows after the
  /// last one repeatedly, which sorts them each time unless an index serves the order.
  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)?

  /// Takes rows from `produce` and writes them; `produce` writes the table's columns in order and finishes each row.
  /// Returns how many rows were written. For ``RowWrite/Kind/update`` this is less than the number of rows if one was
  /// missing: the writer stops at that row. For ``RowWrite/Kind/insertMissing`` it is the number of rows that were
  /// inserted: the writer continues after one that is there. Throws if a row can't be written. The rows before it may
  /// stay written, as the store then rolls back to a savepoint or ends the session.
  ///
  /// - The target of a relation must exist when the row that refers to it is finished; if the delete rule is
  ///   `noAction`, by the time of ``commit()``.
  /// - If the key is generated and the row's key is 0, the backend generates one that was never used before in the
  ///   table, and returns it from ``RowOutput/finish()``.
  /// - If the table has a ``TableDescription/versionColumn`` and the row already exists, its version must be one less
  ///   than the written version, which the model has incremented; otherwise ``StoreError/staleVersion(model:key:)`` is
  ///   thrown. A row that doesn't exist is inserted with any version.
  /// - An existing row is changed in place, so that delete rules don't affect the rows that refer to it.
  func write(_ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void) async throws(StoreError) -> Int

  /// Deletes the rows that the query selects, and returns their number, without the rows that delete rules deleted. For
  /// `restrict`, ``StoreError/foreignKey(model:field:)`` is thrown immediately, for `noAction` by ``commit()``.
  func delete(_ query: RowQuery) async throws(StoreError) -> Int

  /// Changes the rows that the query selects, and returns their number. The values are computed from the rows as they
  /// were before. Each column is set once, and columns of the primary key never are. Throws if a row can't be changed.
  /// Some rows may stay changed, as the store then rolls back to a savepoint or ends the session.
  ///
  /// - A result that is outside the range of the column's type throws ``StoreError/overflow(expression:)``. For a
  ///   `Float`, it is rounded first.
  /// - The values of the assignments themselves have been checked; results of expressions are checked here, for nulls,
  ///   enum cases and all constraints but patterns: ``StoreError/checkFailed(model:field:rule:)`` is thrown.
  /// - Relations and unique constraints are checked as for ``write(_:_:)``.
  /// - The store increments the version with an assignment like any other.
  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int

  /// Reduces the rows that the query selects (with its limit and offset) to one value for each aggregate.
  ///
  /// With `groups`, returns a row for each group of rows that have equal values there: these values, followed by one
  /// for each aggregate. Null equals null. The groups are sorted by their values, as an ``Ordering`` sorts them,
  /// whatever the query's own order. Without `groups`, all rows are one group, which exists even if there are no rows.
  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]]

  /// Passes what a query reads of the groups that it selects, in their order, to `consume`, as ``read(_:_:)`` does. By
  /// default, the session computes the aggregates of all groups and selects from these itself. A backend that can do
  /// both passes on the selected groups alone.
  func read(_ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError)

  /// Runs one statement in SQL, in a session that writes or is ``SessionAccess/alone``. By default, a session runs no
  /// SQL, and throws ``StoreError/unsupportedQuery(expression:reason:)``. So does a session that does, and it sends
  /// nothing, for a statement that would end the transaction or change the state of the connection.
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange

  /// Runs a query in SQL, and passes its rows to `consume`, which is called once. Before that, `table` is called with
  /// the names of the result's columns, and returns the description of the rows. By default, a session runs no SQL;
  /// see ``execute(_:)``.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a statement that writes, in every session.
  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)

  /// Returns what the backend sends for a query, and how the database executes it, without executing it. By default,
  /// a session runs no SQL; see ``execute(_:)``.
  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan

  /// Sets a savepoint, to which ``rollBack(to:)`` returns. Savepoints can be nested.
  func savepoint() async throws(StoreError) -> Savepoint
  /// Rolls back everything since the savepoint, and releases it and those after it.
  func rollBack(to savepoint: Savepoint) async throws(StoreError)
  /// Releases the savepoint and keeps the changes since.
  func release(_ savepoint: Savepoint) async throws(StoreError)

  /// What the session may do with another backend, of which it has begun a session as well: one to which it forwards,
  /// or one to which that forwards. `nil`, which is the default, if there is none.
  func access(to backend: StoreIdentity) -> SessionAccess?

  /// Makes all changes durable and ends the session. If it throws, nothing was written.
  func commit() async throws(StoreError)
  /// Rolls back all changes and ends the session. It also ends a session that only read.
  func rollback() async
}

extension BackendSession {
  /// Returns `nil`.
  @_spi(Backend) public func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? { nil }

  /// Selects from all groups.
  @_spi(Backend) public func read(
    _ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let all = try await aggregate(query.rows, by: query.keys, query.aggregates)
    try ValueRowCursor(try query.values(ofSelected: all)).read(consume)
  }

  /// Returns `nil`.
  @_spi(Backend) public func access(to backend: StoreIdentity) -> SessionAccess? { nil }
}

/// A savepoint of a session, numbered from 1.
@_spi(Backend) public struct Savepoint: Hashable, Sendable {
  /// The number, which is 1 for the first savepoint of a session.
  public var number: Int

  /// The savepoint with a number.
  public init(number: Int) { self.number = number }
}
