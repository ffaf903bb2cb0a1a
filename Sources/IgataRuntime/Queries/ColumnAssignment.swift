/// A column of a table, and the expression whose value it is set to.
@_spi(Backend) public struct ColumnAssignment: Hashable, Sendable {
  /// The number of the column in the table.
  public var column: Int
  /// The new value, computed from the row as it was before the update.
  public var value: QueryExpression

  /// An assignment to the column with a number.
  public init(_ column: Int, _ value: QueryExpression) {
    self.column = column
    self.value = value
  }
}
