public import IgataTables

/// How the rows of a schema follow from those of the schema before, by what the schemas say and by nothing else.
///
/// A script is compared with it: nothing of what plans scripts is used here.
public struct RowDerivation: Sendable {
  /// The tables of the new schema, those of lists after their owners'.
  public let tables: [DerivedTable]
  /// The rows for which the version stops, beside those with a value that doesn't fit.
  public let refusals: [RowRefusal]
}

/// The rows of a table.
public struct DerivedTable: Sendable {
  public let table: Table
  public let rows: [DerivedRows]
}

/// Rows that are made of those of an old table: one of each that passes the test.
public struct DerivedRows: Sendable {
  /// The name of the old table.
  public let source: String
  public let test: RowTest
  /// For each new column.
  public let cells: [DerivedCell]
}

/// What a column of a new row gets. The columns that it names are those of the old row.
public indirect enum DerivedCell: Hashable, Sendable {
  /// A literal of the new column's type, or null.
  case constant(ColumnLiteral?)
  case kept(KeptValue)
  /// An expression that only a database evaluates.
  case expression(RowExpression)
  /// A value that is made when the version runs: a date, a UUID, the result of a function.
  case unknown
  /// The UUID that belongs to these values.
  case derivedUUID(name: String, of: [DerivedCell])
  /// The rank of the row among those that have the same values in some columns and pass a test, in the order of other
  /// columns, counted from 0. A key that the database makes continues after those that the table had.
  case rank(within: [Int], by: [Int], where: RowTest, continues: KeyCounter?)
  /// A value that the row to which a link leads gets; `none` if there is no such row.
  case linked(RowLink, DerivedCell, none: DerivedCell)
  case firstNonNull(DerivedCell, DerivedCell)
  case when(RowTest, DerivedCell, DerivedCell)
  /// Nothing gives a value, so the version stops.
  case missing
}

/// Where the keys of new rows begin.
public struct KeyCounter: Hashable, Sendable {
  /// The old table that the rows are added to, and its key; `nil` if the table is new.
  public let table: String?
  public let key: Int?
  /// How many rows are added before these: those of old tables that pass a test.
  public let earlier: [KeyedRows]
}

/// The rows of an old table that pass a test.
public struct KeyedRows: Hashable, Sendable {
  public let source: String
  public let test: RowTest
}

/// The old value of a column, as the new column has it.
public struct KeptValue: Hashable, Sendable {
  public let column: Int
  public let old: ColumnDescription
  public let new: ColumnDescription
  /// For each raw value of the old enum, that of the same case of the new one; `nil` if both types are no enums.
  public let cases: [CaseValue]?
  public let fitting: Fitting
  /// What a value gets that doesn't fit; `nil` if the version stops.
  public let replacement: DerivedCell?

  public struct CaseValue: Hashable, Sendable {
    public let old: ColumnLiteral
    /// `nil` for a case that is gone.
    public let new: ColumnLiteral?
  }

  /// What is done to make a value fit.
  public enum Fitting: Hashable, Sendable {
    case nothing, rounded, truncated, clamped
    /// No value means anything in the new column.
    case rejected
  }
}

/// SQL over an old row.
public struct RowExpression: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case text(String)
    /// A column of the row.
    case column(Int)
    case null
  }

  public let pieces: [Piece]
  /// The column that gets the value.
  public let column: ColumnDescription
}

/// A way from a row to rows of an old table: those whose values in `references` are the row's in `columns`.
public struct RowLink: Hashable, Sendable {
  public let table: String
  public let columns: [Int]
  public let references: [Int]

  public init(table: String, columns: [Int], references: [Int]) {
    self.table = table
    self.columns = columns
    self.references = references
  }

  /// The way back.
  ///
  /// - Parameter table: The table of the row.
  func reversed(to table: String) -> RowLink { RowLink(table: table, columns: references, references: columns) }
}

/// A condition of an old row.
public indirect enum RowTest: Hashable, Sendable {
  case always
  case hasAny([Int])
  case hasAll([Int])
  case hasLinked(RowLink)
  case not(RowTest)
  case both(RowTest, RowTest)
}

/// Old rows for which a version stops.
public struct RowRefusal: Hashable, Sendable {
  public enum Condition: Hashable, Sendable {
    case test(RowTest)
    /// The number of rows to which the links lead is greater, or smaller.
    case count([RowLink], allowed: ClosedRange<Int>)
    /// Another row has the same values, none of which is null, in `within`, and different ones in `values`.
    case differs(within: [Int], values: [Int])
  }

  /// The name of the old table.
  public let table: String
  public let condition: Condition
}
