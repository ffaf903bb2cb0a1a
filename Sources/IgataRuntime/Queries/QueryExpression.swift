/// The to-one relations to follow from the model that a query is about: indexes into the relations of each table on
/// the way.
public struct RelationPath: Hashable, Sendable {
  public var steps: [Int]

  public init(_ steps: [Int] = []) { self.steps = steps }

  public func appending(_ relation: Int) -> RelationPath { RelationPath(steps + [relation]) }
}

/// A value computed from a row: what stands on either side of a comparison.
public indirect enum QueryExpression: Hashable, Sendable {
  /// A column of the table that the path leads to.
  case column(RelationPath, Int)
  case value(StoredValue)
  case arithmetic(ArithmeticOperator, QueryExpression, QueryExpression)
}

public enum ArithmeticOperator: Hashable, Sendable {
  case add, subtract, multiply
}

/// Which rows a query selects. Two-valued: comparisons with null are as in Swift, never unknown.
public indirect enum Condition: Hashable, Sendable {
  case always
  case never
  /// `==` and `!=` hold for null as for any value; the others do not hold where a side is null.
  case comparison(QueryExpression, ComparisonOperator, QueryExpression)
  case isNull(QueryExpression)
  case isIn(QueryExpression, [StoredValue])
  /// Text, character by character, with no wildcard.
  case text(QueryExpression, TextOperator, String)
  /// The row's key (or, for a path, the related row's) is one of these; each has the key's columns in order.
  case keyIsIn(columns: [Int], [[StoredValue]])
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)
}

public enum ComparisonOperator: Hashable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

public enum TextOperator: Hashable, Sendable {
  case contains, hasPrefix, hasSuffix
  /// Equal but for the case of ASCII letters.
  case equalsIgnoringCase
}
