/// A write to a table.
public struct RowWrite: Sendable {
  /// What happens to rows depending on whether their keys exist.
  public enum Kind: Hashable, Sendable {
    /// A row with this key must not exist.
    case insert
    /// A row with this key must exist.
    case update
    /// Inserts the row, or updates the one with its key.
    case save
    /// Inserts the row if there is none with its key. A row that is there is left as it is.
    case insertMissing
  }

  /// What happens to rows depending on whether their keys exist.
  public var kind: Kind
  /// The table that is written to.
  public var table: TableDescription
  /// The columns in which a row that is there gets new values; `nil` for all. They don't include columns of the key,
  /// and include the version column if the table has one. A row that is inserted gets all columns. An update of no
  /// columns only locks the row.
  public var columns: [Int]?
  /// The columns without values, in order, which the database makes for a row that is inserted, from the default in its
  /// definition: each has a default in SQL, and is null in every row of this write. A row that is there gets null, as
  /// from any other write. An update has none.
  ///
  /// A backend that evaluates no SQL throws ``StoreError/unsupportedQuery(expression:reason:)`` for a row that is
  /// inserted. The store reads the values that were made.
  public var omitted: [Int] = []
  /// The maximum number of rows that will be written, so that a backend may generate their keys in advance.
  public var count: Int
  /// Whether a backend may request the rows in parts: after `RowOutput.finish()` returned `WrittenRow.full(key:)`,
  /// `produce` may return, and continues at ``RowWriter/firstRow`` when it is called again. There are exactly ``count``
  /// rows then.
  public var comesInParts = false
  /// Whether a row that is missing was deleted after its model was read. This is for the store, which reports it.
  @usableFromInline var isMissingStale = false

  /// A write of whole rows.
  public init(_ kind: Kind, _ table: TableDescription, count: Int = 1) {
    self.kind = kind
    self.table = table
    self.count = count
  }

  /// Whether rows of both are written by one statement.
  @_spi(Backend) public func hasStatement(of other: RowWrite) -> Bool {
    kind == other.kind && table === other.table && columns == other.columns && omitted == other.omitted
  }
}
