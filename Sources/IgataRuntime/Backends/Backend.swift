/// What keeps the rows: memory, SQLite, a server. Given to a ``Store`` from outside; knows tables, never models.
///
/// A backend is one small type: it prepares a schema and begins sessions. Everything else is asked of a
/// ``BackendSession``.
public protocol Backend: Sendable {
  /// Creates the tables and indexes that are missing.
  ///
  /// All or nothing. Throws ``StoreError/schemaMismatch(table:column:problem:help:)`` where what exists does not fit,
  /// having changed nothing.
  func prepare(_ tables: [TableDescription]) async throws(StoreError)

  /// Begins a session. Sessions that write run one after the other; reading ones see one state of the data for their
  /// whole life.
  func begin(_ access: Access) async throws(StoreError) -> any BackendSession
}

/// What a session will do.
public enum Access: Sendable {
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
public protocol BackendSession: Sendable {
  /// Runs a query and hands its rows to `consume`, which is called once or, where the rows come in batches, once for
  /// each batch. The reader's columns are those of the query's table, in order.
  ///
  /// Where `consume` leaves the reader with a fault, throws ``StoreError/corrupted(model:row:column:problem:)``.
  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError)

  /// Takes rows from `produce` and writes them; `produce` codes the table's columns in order and ends each row.
  /// Returns how many rows were written; for ``RowWrite/Kind/update`` fewer than were produced where one was missing:
  /// the writer stops at that row.
  func write(_ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void) async throws(StoreError) -> Int

  /// Deletes the rows that the query selects, and returns how many there were. Delete rules of relations apply.
  func delete(_ query: RowQuery) async throws(StoreError) -> Int

  /// The rows that the query selects, reduced to one value for each aggregate.
  func aggregate(_ query: RowQuery, _ aggregates: [Aggregate]) async throws(StoreError) -> [StoredValue]

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

/// A point in a session, counted from 1.
public struct Savepoint: Hashable, Sendable {
  public var number: Int

  public init(number: Int) { self.number = number }
}

/// What to write into a table.
public struct RowWrite: Sendable {
  public enum Kind: Hashable, Sendable {
    /// A row with this key must not exist.
    case insert
    /// A row with this key must exist.
    case update
    /// Inserts the row, or updates the one with its key.
    case save
  }

  public var kind: Kind
  public var table: TableDescription

  public init(_ kind: Kind, _ table: TableDescription) {
    self.kind = kind
    self.table = table
  }
}

/// A value over all rows of a query.
public enum Aggregate: Hashable, Sendable {
  case count
  /// The exact sum of a numeric expression; 0 where there are no rows, nulls left out.
  case sum(QueryExpression)
  case minimum(QueryExpression)
  case maximum(QueryExpression)
  case average(QueryExpression)
}
