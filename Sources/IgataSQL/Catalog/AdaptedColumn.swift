internal import Synchronization
@_spi(Backend) public import IgataRuntime
public import IgataTables

/// How SQL reads, compares and writes a column of a table that another program made, where that differs from a column
/// that `prepare` creates. In the texts, `$` is the column, or the value that it is compared with or set to.
@_spi(Backend) public struct AdaptedColumn: Hashable, Sendable {
  /// The value as the schema has it: `coalesce($, '[]')`; `nil` if it is that of the column.
  public var value: String?
  /// What is compared and sorted as every backend does: `$ COLLATE BINARY`; `nil` if it is ``value``.
  public var compared: String?
  /// A value for a comparison of the column itself, which an index supports, and which is true for more values than
  /// an exact one; `nil` if there is none.
  public var searched: String?
  /// Whether the values sort as what is stored does, so that ``searched`` serves every comparison with a value.
  public var keepsOrder = false
  /// The operand of arithmetic: `CAST($ AS REAL)`; `nil` if it is ``value``.
  public var calculated: String?
  /// How the database compares values, if it takes some for equal that differ, so that they can't identify rows:
  /// `by NOCASE`; `nil` if it doesn't.
  public var comparison: String?
  /// A value as it is written; `nil` if it is written as it is.
  public var written: String?
  /// The form of the values, if each value has one stored value, so that it can be converted before it is sent;
  /// otherwise `nil`.
  public var keyForm: StoredForm?
  /// Whether the database has another type, to which it converts what is written.
  public var hasOtherType = false
  /// Whether null is read as an empty list.
  public var readsNullAsList = false
  /// The next key, which the database gets from a sequence that the column doesn't own; `nil` if it doesn't.
  public var nextKey: ForeignSequence?

  public init() {}

  /// Whether nothing differs.
  public var isEmpty: Bool { self == AdaptedColumn() }

  static func sql(_ text: String?, _ operand: String) -> String {
    text?.replacing("$", with: operand) ?? operand
  }

  /// The value of a column.
  func value(of column: String) -> String { Self.sql(value, column) }

  /// What is compared of a column.
  func compared(_ column: String) -> String { Self.sql(compared ?? value, column) }
}

@_spi(Backend) extension TableDescription {
  /// The types of the key's columns as they are stored.
  public func storedKeyTypes(_ adapted: AdaptedColumns) -> [ColumnType] {
    let columns = adapted[self]
    return primaryKey.map { columns[$0]?.keyForm == nil ? self.columns[$0].type : .scalar(.string) }
  }
}

/// The adapted columns of prepared tables. Tables that `prepare` created have none.
@_spi(Backend) public final class AdaptedColumns: Sendable {
  private let columns = Mutex<[ObjectIdentifier: [Int: AdaptedColumn]]>([:])
  private let hasAny = Atomic(false)

  public init() {}

  /// Whether no table has any.
  var isEmpty: Bool { !hasAny.load(ordering: .acquiring) }

  /// The adapted columns of a table, by their indexes.
  public internal(set) subscript(table: TableDescription) -> [Int: AdaptedColumn] {
    get { isEmpty ? [:] : columns.withLock { $0[ObjectIdentifier(table)] ?? [:] } }
    set {
      columns.withLock { $0[ObjectIdentifier(table)] = newValue.isEmpty ? nil : newValue }
      if !newValue.isEmpty { hasAny.store(true, ordering: .releasing) }
    }
  }
}
