/// A type whose values are read from a row and written to one: from one column, or from several that are next to each
/// other.
///
/// Generated structs and keys have a line for each of their columns. Scalars, enums and newtypes fill one column.
public protocol RowCodable: Sendable {
  /// The number of columns of a value, which is at least 1.
  static var _columnCount: Int { get }
  /// Reads a value from the columns of the current row that begin at `column`.
  ///
  /// If a column contains something else, the reader stores a fault, and the value is a placeholder.
  init(row: inout RowReader, at column: Int)
  /// Writes the value into the columns that begin at `column`.
  func write(to row: inout RowWriter, at column: Int)
}

extension RowReader {
  /// A value whose columns begin at `column`.
  @inlinable
  public mutating func value<T: RowCodable>(_ column: Int, as type: T.Type = T.self) -> T { T(row: &self, at: column) }

  /// An optional struct whose columns begin at `column`; `nil` if the column `presence` is null.
  @inlinable
  public mutating func value<T: PersistableStruct>(_ column: Int, presence: Int, as type: T.Type = T.self) -> T? {
    isNull(presence) ? nil : T(row: &self, at: column)
  }
}

extension RowWriter {
  /// A value whose columns begin at `column`.
  @inlinable
  public mutating func value<T: RowCodable>(_ column: Int, _ value: T) { value.write(to: &self, at: column) }

  /// An optional struct, or null in each of its columns.
  @inlinable
  public mutating func value<T: PersistableStruct>(_ column: Int, _ value: T?) {
    if let value { return value.write(to: &self, at: column) }
    for offset in 0..<T._columnCount { null(column + offset) }
  }
}
