/// What a store did: a statement that a database executed or refused, or, over a backend without statements, a call of
/// the backend.
///
/// Nothing in it is a value of a row or a parameter, so that it can be logged anywhere.
public struct StoreEvent: Hashable, Sendable {
  /// What a statement does.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Reads rows.
    case read
    /// Inserts rows, or writes models that are saved.
    case write
    /// Deletes the rows of a query.
    case delete
    /// Changes the rows of a query.
    case update
    /// Computes values of many rows, or of groups.
    case aggregate
    /// A statement that the program wrote in SQL.
    case sql
    /// Begins a transaction, or sets a savepoint.
    case begin
    /// Commits a transaction, or releases a savepoint.
    case commit
    /// Rolls back a transaction, or returns to a savepoint.
    case rollback
    /// Nothing was sent, as waiting for a connection or for the turn to write ended with an error.
    case wait
    /// Prepares or migrates the database.
    case migrate
  }

  /// What the statement does.
  public var kind: Kind
  /// The name of the model whose table is read or written, such as `Order`; `nil` for a statement of the program, and
  /// for those that are about no single table.
  public var model: String?
  /// The statement as it is sent, with placeholders for all values; `nil` over a backend without statements.
  ///
  /// It is the text that the backend keeps, not a copy.
  public var statement: String?
  /// How many rows were read or changed. A statement that is executed for many rows, one after the other, is one event.
  public var rows = 0
  /// How long it took in the backend, including the time on a server and on the way to it, and, for rows that are
  /// read as they arrive, the time in which models were made of them.
  public var duration = Duration.zero
  /// How long the session waited before, for a connection or for the turn to write.
  public var waited = Duration.zero
  /// The name of the error's case in ``StoreError``, such as `conflict`; `nil` if there was none. The error itself,
  /// which may name a key, is thrown to the caller.
  public var error: String?
  /// Which attempt of ``Store/transaction(attempts:fileID:line:_:)`` it belongs to, starting at 1.
  public var attempt = 1
  /// The database as OpenTelemetry names it, such as `sqlite`; `nil` over a backend without statements.
  public var system: String?

  /// An event that has not ended.
  init(_ kind: Kind, model: String?, statement: String? = nil, system: String? = nil) {
    self.kind = kind
    self.model = model
    self.statement = statement
    self.system = system
  }

  /// A name for spans and metrics, of which a program has few: the kind, and the model if there is one.
  public var name: String { model.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }

  /// What OpenTelemetry's semantic conventions for database client calls (version 1.33) name, each as a text.
  public var attributes: [String: String] {
    var attributes = ["db.operation.name": kind.rawValue]
    if kind == .read || kind == .aggregate { attributes["db.response.returned_rows"] = String(rows) }
    attributes["db.system.name"] = system
    attributes["db.collection.name"] = model
    attributes["db.query.text"] = statement
    attributes["error.type"] = error
    return attributes
  }
}

extension StoreEvent: CustomStringConvertible {
  /// One line for a log, such as `read Order: 12 rows in 3.1 ms: SELECT …`.
  public var description: String {
    var text = "\(name): \(rows) \(rows == 1 ? "row" : "rows") in \(duration.inMilliseconds)"
    if waited > .zero { text += " after waiting \(waited.inMilliseconds)" }
    if attempt > 1 { text += ", attempt \(attempt)" }
    if let error { text += ", failed: \(error)" }
    if let statement { text += ": \(statement)" }
    return text
  }
}

extension Duration {
  /// With a digit after the point, such as `3.1 ms`.
  fileprivate var inMilliseconds: String {
    let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
