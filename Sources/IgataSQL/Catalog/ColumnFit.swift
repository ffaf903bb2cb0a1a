/// Whether a column of a database holds the values of a column of the schema.
@_spi(Backend) public enum ColumnFit: Sendable {
  /// It can't hold them, or would change them or compare them differently.
  ///
  /// - Parameters:
  ///   - reason: Why not, as a clause.
  ///   - help: The type that would fit: `read it as String`; `nil` if none would.
  case refused(_ reason: String, help: String? = nil)
  /// It does.
  ///
  /// - Parameters:
  ///   - adapted: What differs from a column that `prepare` creates.
  ///   - note: What the column accepts less, or stores otherwise, for the report; `nil` if there is nothing.
  case fits(AdaptedColumn = AdaptedColumn(), note: String? = nil)
}
