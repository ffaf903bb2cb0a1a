@_spi(Backend) public import IgataRuntime

/// The operations of a backend and of its sessions.
public enum BackendOperation: String, CaseIterable, Hashable, Sendable {
  case prepare, begin, read, write, update, delete, aggregate, execute, explain, savepoint, rollBackToSavepoint
  case releaseSavepoint, commit, rollback
}

/// One call that a ``SpyBackend`` received.
public struct BackendCall: Sendable, ShownByDescription {
  /// The operation.
  public var operation: BackendOperation
  /// The table of the call; `nil` if there is none, or if there are several.
  public var table: TableDescription?
  /// The tables of a ``BackendOperation/prepare``.
  public var tables: [TableDescription] = []
  /// The access with which a session was begun.
  @_spi(Backend) public var access: SessionAccess?
  /// The query of a read, an update of the rows that it selects, a deletion or an aggregation.
  public var query: RowQuery?
  /// The SQL of an execution, of a read or of an explanation; `nil` if there is none.
  public var sql: SQL?
  /// What an update of the rows that a query selects sets.
  @_spi(Backend) public var assignments: [ColumnAssignment] = []
  /// The aggregates of an aggregation.
  @_spi(Backend) public var aggregates: [Aggregate] = []
  /// The expressions by which an aggregation groups the rows.
  @_spi(Backend) public var groups: [QueryExpression] = []
  /// Whether rows were inserted, updated or saved.
  public var kind: RowWrite.Kind?
  /// The columns in which rows that are there get new values; `nil` for all. See `RowWrite.columns`.
  public var columns: [Int]?
  /// The rows that were written, each with the columns of the table in order.
  public var rows: [[StoredValue]] = []
  /// The error of the call, if it failed.
  public var error: StoreError?

  init(_ operation: BackendOperation, _ table: TableDescription? = nil) {
    self.operation = operation
    self.table = table
  }

  /// The name of the table's model; that of the owner for a table of an ordered relation.
  public var model: String? { table?.model }

  /// The call in one line, such as `write Message: save, 2 rows`. It contains no values, as one may be `@sensitive`.
  public var description: String {
    var text = operation.rawValue
    if let access { text += " \(access)" }
    if let model { text += " \(model)" }
    if let kind {
      text += ": \(kind)"
      if let columns { text += " of \(columns.count) \(columns.count == 1 ? "column" : "columns")" }
      text += ", \(rows.count) \(rows.count == 1 ? "row" : "rows")"
    }
    if let sql { text += " \(sql)" }
    if !tables.isEmpty { text += " " + tables.map(\.name).joined(separator: ", ") }
    if let error { text += " failed: \(error)" }
    return text
  }
}
