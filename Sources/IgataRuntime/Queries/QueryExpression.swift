public import IgataTables

/// A value that is computed from a row: either side of a comparison.
@_spi(Backend) public indirect enum QueryExpression: Hashable, Sendable {
  /// A column of the table that the path leads to.
  ///
  /// If an optional relation on the path has no row, the value is null. If a wrapper has no row, the value is the
  /// column's default, which the model returns too; see ``TableDescription/valueWhereMissing(_:_:missing:)``.
  case column(RelationPath, Int)
  case value(StoredValue)
  /// Null if either side is. An integer beyond 64 bits, a decimal with more digits than `Decimal` can hold, and NaN
  /// throw ``StoreError/overflow(expression:)``.
  case arithmetic(ArithmeticOperator, QueryExpression, QueryExpression)
  /// A text with the letters A to Z converted to a to z, and all others unchanged; null if the text is null.
  case lowercased(QueryExpression)
  /// A part of a date or a day: an integer, or one of the same type; null if it is null. See ``DatePart``.
  ///
  /// A date before the first that every database can store throws ``StoreError/overflow(expression:)``.
  case datePart(DatePart, QueryExpression)
  /// A value within a JSON value, in a form; null if the path leads to no value that has it, or if the JSON value is
  /// null.
  case json(QueryExpression, JSONPath, JSONForm)
  /// A value that is computed from related rows, in whose aggregate ``RowOrigin/related(_:)`` with 0 refers to such a
  /// row. A count and a sum of none are 0, everything else is null; an average is in whole units.
  ///
  /// The sum of all values, if it is out of range, throws ``StoreError/overflow(expression:)``.
  case related(Aggregate, RelatedRows)
  /// A value that is computed from all rows of a group. Only what the store evaluates for the groups of a grouped query
  /// contains it; no query of a backend does.
  case aggregate(Aggregate)
  /// An expression that queries can't contain: ``RowQuery/check()`` throws an error for it.
  case unsupported(expression: String, reason: String)
}

extension QueryExpression {
  /// Whether the value may be null, if `isColumnNullable` returns whether that of a column may be.
  package func isNullable<Failure>(
    _ isColumnNullable: (RelationPath, Int) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    switch self {
    case .column(let path, let column): return try isColumnNullable(path, column)
    case .value(let value): return value.isNull
    case .arithmetic(_, let left, let right):
      if try left.isNullable(isColumnNullable) { return true }
      return try right.isNullable(isColumnNullable)
    case .lowercased(let operand), .datePart(_, let operand): return try operand.isNullable(isColumnNullable)
    case .json: return true
    case .related(let aggregate, _), .aggregate(let aggregate): return aggregate.function.isNullable
    case .unsupported: return false
    }
  }
}

/// How two values are compared.
@_spi(Backend) public typealias ComparisonOperator = RowComparison

/// How a text is searched.
@_spi(Backend) public enum TextOperator: Int, Hashable, Sendable, CaseIterable {
  case contains, hasPrefix, hasSuffix
  /// Equal, ignoring the case of ASCII letters.
  case equalsIgnoringCase
}
