/// A value computed from a row: what stands on either side of a comparison.
public indirect enum QueryExpression: Hashable, Sendable {
  /// A column of the table that the path leads to.
  ///
  /// Where an optional relation on the way has no row, the value is null. Where a wrapper has none, it is the column's
  /// default, as the model shows it, see ``TableDescription/valueWhereMissing(_:_:missing:)``.
  case column(RelationPath, Int)
  case value(StoredValue)
  /// Null where a side is. An integer beyond 64 bits, a decimal with more digits than `Decimal` holds and what is no
  /// number throw ``StoreError/overflow(expression:)``.
  case arithmetic(ArithmeticOperator, QueryExpression, QueryExpression)
  /// A text with the letters A to Z as a to z and all others as they are; null where it is.
  case lowercased(QueryExpression)
  /// How many related rows there are: an integer, never null.
  case count(RelatedRows)
  /// What can't be said in a query: ``RowQuery/check()`` throws it.
  case unsupported(expression: String, reason: String)
}

/// How two numbers become one.
public enum ArithmeticOperator: Hashable, Sendable, CaseIterable {
  case add, subtract, multiply
}

/// How two values are compared.
public enum ComparisonOperator: Hashable, Sendable, CaseIterable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// How a text is searched.
public enum TextOperator: Hashable, Sendable, CaseIterable {
  case contains, hasPrefix, hasSuffix
  /// Equal but for the case of ASCII letters.
  case equalsIgnoringCase
}
