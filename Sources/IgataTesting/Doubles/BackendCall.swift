@_spi(Backend) public import IgataRuntime

/// What a backend or a session of it can be asked for.
public enum BackendOperation: String, CaseIterable, Hashable, Sendable {
  case prepare, begin, read, write, delete, aggregate, savepoint, rollBackToSavepoint, releaseSavepoint, commit
  case rollback
}

/// One call that a ``SpyBackend`` received.
public struct BackendCall: Sendable, CustomStringConvertible, CustomReflectable {
  /// What was asked for.
  public var operation: BackendOperation
  /// The table that it was about; nothing where it was about none, or about several.
  public var table: TableDescription?
  /// The tables of a ``BackendOperation/prepare``.
  public var tables: [TableDescription] = []
  /// How a session was begun.
  @_spi(Backend) public var access: SessionAccess?
  /// What was read, deleted or reduced.
  public var query: RowQuery?
  /// What the rows were reduced to.
  @_spi(Backend) public var aggregates: [Aggregate] = []
  /// What an aggregation groups the rows by.
  public var groups: [QueryExpression] = []
  /// Whether rows were inserted, updated or saved.
  public var kind: RowWrite.Kind?
  /// The rows that were written, each with the columns of the table in order.
  public var rows: [[StoredValue]] = []
  /// What the call ended with, where it failed.
  public var error: StoreError?

  init(_ operation: BackendOperation, _ table: TableDescription? = nil) {
    self.operation = operation
    self.table = table
  }

  /// The name of the model whose table it was about; that of the owner for a table of an ordered relation.
  public var model: String? { table?.model }

  /// The call in a line, such as `write Message: save, 2 rows`. It holds no values, as one may be `@sensitive`.
  public var description: String {
    var text = operation.rawValue
    if let access { text += " \(access)" }
    if let model { text += " \(model)" }
    if let kind { text += ": \(kind), \(rows.count) \(rows.count == 1 ? "row" : "rows")" }
    if !tables.isEmpty { text += " " + tables.map(\.name).joined(separator: ", ") }
    if let error { text += " failed: \(error)" }
    return text
  }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
