/// A function of a column whose results an index contains.
public enum IndexFunction: String, Hashable, Sendable, CaseIterable {
  /// The text with the letters A to Z in lowercase.
  case lower

  /// The column's name in parentheses after the function's, as schemas and SQL write it.
  public func text(of column: String) -> String { "\(rawValue)(\(column))" }
}
