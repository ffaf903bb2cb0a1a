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
  /// Where a value begins and ends among the values of the column, so that it is converted for a comparison, and not
  /// the column; `nil` if it isn't known.
  public var bounds: StoredBounds?
  /// Whether ``searched`` finds the value alone.
  public var isSearchExact = false
  /// What sorts rows as their values do, without computing these; `nil` if nothing does.
  public var sortKey: String?
  /// The one stored value of a value, by which it is found without a range; `nil` if there may be several.
  public var single: StoredBounds?
  /// The column in the order of ``bounds``: `$ COLLATE "C"`; `nil` if it is that of the column.
  public var ordered: String?
  /// One of the ``bounds`` in the type of the column; `nil` if it is sent in it.
  public var bound: String?
  /// The ends of the range of a value that is stored; `nil` if the database doesn't compute them.
  public var edges: StoredEdges?
  /// Whether a reader converts the values of a row, so that the column is selected as it is.
  public var isReadAsStored = false
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
  /// Whether the database counts the keys of all rows: `GENERATED ALWAYS AS IDENTITY`.
  public var isAlwaysCounted = false

  public init() {}

  /// Whether nothing differs.
  public var isEmpty: Bool { self == AdaptedColumn() }

  /// Whether values are sent and stored as in a table that `prepare` creates.
  public var isStoredAlike: Bool {
    var other = self
    other.bounds = nil
    return other.isEmpty
  }

  static func sql(_ text: String?, _ operand: String) -> String {
    guard let text else { return operand }
    // `replacing` costs more than the rest of a query's translation.
    var (sql, rest) = ("", text.utf8[...])
    while let end = rest.firstIndex(of: UInt8(ascii: "$")) {
      sql += Substring(rest[..<end])
      sql += operand
      rest = rest[rest.index(after: end)...]
    }
    return sql + Substring(rest)
  }

  /// The value of a column.
  func value(of column: String) -> String { Self.sql(value, column) }

  /// The condition that a column is equal to a value, which an index supports; `nil` if there is none.
  ///
  /// - Parameter isExact: The condition without an index.
  func isFound(_ column: String, by value: String, if isExact: String) -> String? {
    guard let searched else { return nil }
    let isFound = "\(column) = \(Self.sql(searched, value))"
    return isSearchExact ? isFound : "\(isFound) AND \(isExact)"
  }

  /// What is compared of a column.
  func compared(_ column: String) -> String { Self.sql(compared ?? value, column) }

  /// What rows are sorted by.
  func sorted(_ column: String) -> String {
    if bounds?.areInOrder == true { return Self.sql(ordered, column) }
    return sortKey.map { Self.sql($0, column) } ?? compared(column)
  }
}

/// The ends of the range of stored values that are read as one of them is. In the texts, `$` is that one.
@_spi(Backend) public struct StoredEdges: Hashable, Sendable {
  /// The first value that is read as this one is; null for null, and for a value that can't be read.
  public var start: String
  /// The first value that is read as a greater one; ``least`` for null, and null for a value that can't be read.
  public var end: String
  /// Less than every value.
  public var least: String
  /// Greater than every value.
  public var greatest: String
  /// Whether the database expects that a comparison with one end is true for many rows, and doesn't use an index.
  public var needsBoth: Bool

  public init(start: String, end: String, least: String, greatest: String, needsBoth: Bool = false) {
    (self.start, self.end, self.least, self.greatest) = (start, end, least, greatest)
    self.needsBoth = needsBoth
  }
}

@_spi(Backend) extension TableDescription {
  /// The types of the key's columns as they are stored.
  public func storedKeyTypes(_ adapted: AdaptedColumns) -> [ColumnType] {
    let columns = adapted[self]
    return primaryKey.map { columns[$0]?.keyForm?.storedKeyType ?? self.columns[$0].type }
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
