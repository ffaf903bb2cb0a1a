/// Where the rows of a table lie if the tables are on several servers: `distribute(by: owner)` and `reference`.
public enum TableDistribution: Hashable, Sendable {
  /// Rows with the same value of a column, an index into the table's, lie together.
  case column(Int)
  /// Every server holds all rows.
  case reference
}
