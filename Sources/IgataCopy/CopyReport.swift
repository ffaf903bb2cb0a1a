/// How far a copy is.
package enum CopyReport: Hashable, Sendable {
  /// It begins; so many rows are in the source.
  case began(rows: Int64)
  /// So many more rows of a table are written.
  case wrote(table: String, rows: Int)
  /// Rows of a table that led to later ones do so now.
  case linked(table: String, rows: Int)
  /// The rows of a table are the same on both sides.
  case compared(table: String, rows: Int)
}
