/// A step of a copy.
package enum CopyReport: Hashable, Sendable {
  /// The copy began. The source has this many rows.
  case began(rows: Int64)
  /// More rows of a table were written.
  case wrote(table: String, rows: Int)
  /// The relations to later rows were set in more rows of a table.
  case linked(table: String, rows: Int)
  /// The rows of a table were compared and are the same on both sides.
  case compared(table: String, rows: Int)
}
