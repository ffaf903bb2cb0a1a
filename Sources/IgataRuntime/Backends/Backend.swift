/// What keeps the rows: memory, SQLite, a server. Given to a ``Store`` from outside; knows tables, never models.
///
/// A backend is one small type: it prepares a schema and begins sessions. Everything else is asked of a
/// ``BackendSession``.
public protocol Backend: Sendable {
  /// Tells this backend's rows from those of every other one: made once (`let identity = StoreIdentity()`), kept for
  /// as long as the backend lives. A backend that hands everything on to another one has the other's.
  @_spi(Backend) var identity: StoreIdentity { get }

  /// Creates the tables and indexes that are missing.
  ///
  /// The tables of ordered relations are among `tables`, each after its owner's: a backend sees a table like any other
  /// and need not look at ``RelationDescription/Kind/ordered(_:)`` and ``RelationDescription/Kind/inverse(relation:)``.
  ///
  /// All or nothing. Throws ``StoreError/schemaMismatch(_:)`` with every difference if what exists does not fit, having
  /// changed nothing. Returns what was made, and what could not be compared.
  @_spi(Backend)
  @discardableResult
  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport

  /// Begins a session. Sessions that write run one after the other; reading ones see one state of the data for their
  /// whole life.
  @_spi(Backend) func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession

  /// Begins a session that reads, now and then, for as long as somebody goes through its rows; see
  /// ``Store/stream(_:)``. Others must be able to begin sessions of every kind meanwhile, and to write.
  ///
  /// The default begins one as any other that reads: right wherever any number of those can be open while others
  /// write.
  @_spi(Backend) func beginStreaming() async throws(StoreError) -> any BackendSession

  /// What others than the stores over this backend change from now on: another process, another backend over the same
  /// file. Asked for when somebody begins to watch; ended, by its cancellation, when nobody does any more.
  ///
  /// What the stores commit is no part of it: they tell each other by ``identity``. The default is nothing, for a
  /// backend that nobody else can write to or that can't notice it.
  @_spi(Backend) func changesFromOutside() async -> AsyncStream<OutsideChange>?
}

extension Backend {
  /// A session as any other that reads.
  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession { try await begin(.read) }

  /// Nothing.
  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? { nil }
}

/// That something was changed by others than the stores over a backend; see ``Backend/changesFromOutside()``.
@_spi(Backend) public struct OutsideChange: Hashable, Sendable {
  /// The names of the tables; nothing where they are not known.
  public var tables: Set<String>?

  /// A change in these tables, or in any.
  public init(tables: Set<String>? = nil) { self.tables = tables }
}

/// What a session will do.
@_spi(Backend) public enum SessionAccess: Sendable {
  /// One read and nothing else, so that no transaction need be opened for it.
  case singleRead
  /// Several reads of one state of the data.
  case read
  /// Reads and writes, all of which happen or none.
  case write
}

/// A conversation with a backend, in one transaction. Ended by exactly one call of ``commit()`` or ``rollback()``.
///
/// Its methods are called one at a time.
@_spi(Backend) public protocol BackendSession: Sendable {
  /// Runs a query and hands its rows to `consume`, which is called once or, where the rows come in batches, once for
  /// each batch. The reader's columns are those of the query's table, in order.
  ///
  /// Where `consume` leaves the reader with a fault, throws ``StoreError/corrupted(model:row:column:problem:)``.
  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError)

  /// Opens a cursor, by which the rows of a query are read a few at a time, between other reads of the session. Asked
  /// for in sessions that only read: its rows are of the session's one state of the data.
  ///
  /// Nothing, which is the default, where the backend has none: the store then asks for the rows behind the last one,
  /// again and again, which costs a sort each time where no index serves the order.
  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)?

  /// Takes rows from `produce` and writes them; `produce` codes the table's columns in order and ends each row.
  /// Returns how many rows were written; for ``RowWrite/Kind/update`` fewer than were produced where one was missing:
  /// the writer stops at that row. Where a row can't be written, throws; the rows before it may stay written, as the
  /// store then goes back to a savepoint or ends the session.
  ///
  /// - A relation's row must be there by the time that the row which refers to it is finished; where the delete rule
  ///   is `noAction`, by the time of ``commit()``.
  /// - Where the key is generated and the row's is 0, the backend makes one that was never used before in the table,
  ///   and hands it out by ``RowOutput/finish()``.
  /// - Where the table has a ``TableDescription/versionColumn`` and the row is there already, the version that it has
  ///   must be one less than the version that is written, as the model was counted on before; otherwise throws
  ///   ``StoreError/staleVersion(model:key:)``. A row that is not there is inserted with any version.
  /// - A row that is there is changed in place, so that nothing that refers to it is touched by delete rules.
  func write(_ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void) async throws(StoreError) -> Int

  /// Deletes the rows that the query selects, and returns how many there were, without those that delete rules took
  /// along. `restrict` throws ``StoreError/foreignKey(model:field:)`` at once, `noAction` at ``commit()``.
  func delete(_ query: RowQuery) async throws(StoreError) -> Int

  /// The rows that the query selects (its limit and offset included), reduced to one value for each aggregate.
  ///
  /// Where there is something to group by, gives a row for each group of rows that have equal values there: these
  /// values, and then one for each aggregate; null is equal to null. The groups come in the order of their values, as
  /// an ``Ordering`` has it, whatever the query's own order. Where there is nothing to group by, all rows are one
  /// group, which is there where there are no rows as well.
  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]]

  /// Marks a point to which ``rollBack(to:)`` returns. Points nest.
  func savepoint() async throws(StoreError) -> Savepoint
  /// Undoes everything since the point, and forgets it and those after it.
  func rollBack(to savepoint: Savepoint) async throws(StoreError)
  /// Forgets the point and keeps what was done since.
  func release(_ savepoint: Savepoint) async throws(StoreError)

  /// Makes everything that was written durable and ends the session; where that fails, nothing was written.
  func commit() async throws(StoreError)
  /// Undoes everything that was written and ends the session. Also ends a session that only read.
  func rollback() async
}

extension BackendSession {
  /// None.
  @_spi(Backend) public func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? { nil }
}

/// A point in a session, counted from 1.
@_spi(Backend) public struct Savepoint: Hashable, Sendable {
  /// The number, which is 1 for the first point of a session.
  public var number: Int

  /// The point of a number.
  public init(number: Int) { self.number = number }
}

/// What to write into a table.
public struct RowWrite: Sendable {
  /// What becomes of rows whose key is there already, or is not.
  public enum Kind: Hashable, Sendable {
    /// A row with this key must not exist.
    case insert
    /// A row with this key must exist.
    case update
    /// Inserts the row, or updates the one with its key.
    case save
  }

  /// What becomes of rows whose key is there already, or is not.
  public var kind: Kind
  /// The table that is written to.
  public var table: TableDescription
  /// How many rows will be produced at most, so that a backend may make keys for them beforehand.
  public var count: Int
  /// Whether a backend may have the rows produced in parts: after ``RowOutput/finish()`` returned ``WrittenRow/full(key:)``,
  /// `produce` may return, and continues at ``RowWriter/firstRow`` when it is called again. There are ``count`` rows then.
  public var comesInParts = false

  public init(_ kind: Kind, _ table: TableDescription, count: Int) {
    self.kind = kind
    self.table = table
    self.count = count
  }
}

/// A value over all rows of a query.
@_spi(Backend) public enum Aggregate: Hashable, Sendable {
  case count
  /// The sum of a numeric expression, nulls left out, in the form of its type (``StoredValue/integer(_:)``, `real`,
  /// `decimal`); 0, or null for all that the store cares, where there is none. It is exact where the type is: only
  /// where the whole sum is outside of the type throws ``StoreError/overflow(expression:)``. Of floating-point numbers
  /// it is the exact sum rounded once, so that it does not depend on the order of the rows.
  case sum(QueryExpression)
  /// Null where there is no value that is not null; as `maximum` and `average`.
  case minimum(QueryExpression)
  case maximum(QueryExpression)
  /// The sum divided by the number of values: a `real` of floating-point numbers; a `decimal` of all others, from the
  /// exact sum, rounded to 38 digits (half to even). Of fixed-point numbers it is that of the integers that hold them.
  case average(QueryExpression)
}
