// What reads like Swift but isn't a condition. The compiler's message has the form that is one.

extension Column {
  /// A value that may be `nil` is compared with a column that may be.
  @available(*, unavailable, message: "the right side may be nil: add '.optional' to the column")
  @_disfavoredOverload
  public static func == (left: Column, right: Value?) -> Condition { .never }
  /// A value that may be `nil` is compared with a column that may be.
  @available(*, unavailable, message: "the right side may be nil: add '.optional' to the column")
  @_disfavoredOverload
  public static func != (left: Column, right: Value?) -> Condition { .always }
}

extension RelatedColumns {
  /// Related rows are compared by a column.
  @available(*, unavailable, message: "compare a column: 'contains { $0.id == model.id }'")
  public func contains(_ model: Target) -> Condition { .never }
}

extension Sequence {
  /// Whether a column's value is one of many is a condition of the column.
  @available(*, unavailable, message: "begin with the column: '$0.id.isIn(ids)'")
  @_disfavoredOverload
  public func contains<Value: Storable>(_ column: Column<Value>) -> Condition where Element == Value { .never }
}

extension RangeExpression {
  /// Whether a column's value is within a range is a condition of the column.
  @available(*, unavailable, message: "begin with the column: '$0.id.isIn(range)'")
  public func contains(_ column: Column<Bound>) -> Condition where Bound: Storable { .never }
}

extension Column {
  /// Databases round quotients in different ways.
  @available(*, unavailable, message: "a query has no '/': multiply the other side, or divide in Swift")
  @_disfavoredOverload
  public static func / (left: Column, right: Value) -> Column { left }
  /// A remainder is no term of a query.
  @available(*, unavailable, message: "a query has no '%': fetch with SQL, or filter in Swift")
  @_disfavoredOverload
  public static func % (left: Column, right: Value) -> Column { left }
}
