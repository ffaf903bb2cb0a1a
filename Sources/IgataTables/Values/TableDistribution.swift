/// Where the rows of a table are stored if the tables are on several servers: `distribute(by: owner)` and `reference`.
public enum TableDistribution: Hashable, Sendable {
  /// Rows with the same value of a column, given by its index, are stored together.
  case column(Int)
  /// Every server holds all rows.
  case reference
}
