/// The to-one relations to follow from the model that a query is about: indexes into the relations of each table on
/// the way.
public struct RelationPath: Hashable, Sendable {
  /// The relations' numbers, each in the table that the ones before lead to.
  public var steps: [Int]

  public init(_ steps: [Int] = []) { self.steps = steps }

  /// The path, one relation further.
  public func appending(_ relation: Int) -> RelationPath { RelationPath(steps + [relation]) }
}

/// A value computed from a row: what stands on either side of a comparison.
public indirect enum QueryExpression: Hashable, Sendable {
  /// A column of the table that the path leads to.
  ///
  /// Where an optional relation on the way has no row, the value is null. Where a wrapper has none, it is the column's
  /// default, as the model shows it, see ``TableDescription/valueWhereMissing(_:_:)``.
  case column(RelationPath, Int)
  case value(StoredValue)
  case arithmetic(ArithmeticOperator, QueryExpression, QueryExpression)
}

/// How two numbers become one.
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
  /// Null is in the list where the list holds null.
  case isIn(QueryExpression, [StoredValue])
  /// Text, character by character, with no wildcard.
  case text(QueryExpression, TextOperator, String)
  /// These columns of the query's own table, taken together, are one of these; there may be 100,000.
  case keyIsIn(columns: [Int], [[StoredValue]])
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)
}

/// How two values are compared.
public enum ComparisonOperator: Hashable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// How a text is searched.
public enum TextOperator: Hashable, Sendable {
  case contains, hasPrefix, hasSuffix
  /// Equal but for the case of ASCII letters.
  case equalsIgnoringCase
}
