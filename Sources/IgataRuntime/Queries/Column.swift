/// What a query may say of a model: one of its columns, or what is computed from them.
///
/// Generated code makes one for each column, reached by `Model.where { $0.name == "x" }`. It knows the type of its
/// values, and so what it can be compared with; the rest is the ``expression``.
public struct Column<Value: Storable>: Sendable {
  /// The column as a backend sees it.
  public let expression: QueryExpression

  /// A column of the table that the path leads to.
  public init(_ path: RelationPath, _ index: Int) { expression = .column(path, index) }

  init(expression: QueryExpression) { self.expression = expression }
}

// Operators for each type of the right side, and none that is generic over it: a literal then has one type to be, and
// a condition of twelve terms is checked in the time of one.
extension Column {
  /// Whether both are equal; two that are `nil` are.
  public static func == (left: Column, right: Value) -> Condition { left.compare(.equal, right) }
  /// Whether they differ; `nil` differs from every value.
  public static func != (left: Column, right: Value) -> Condition { left.compare(.notEqual, right) }
  /// Whether the left one is less; never, where one is `nil`.
  public static func < (left: Column, right: Value) -> Condition { left.compare(.less, right) }
  /// Whether the left one is less or equal; never, where one is `nil`.
  public static func <= (left: Column, right: Value) -> Condition { left.compare(.lessOrEqual, right) }
  /// Whether the left one is greater; never, where one is `nil`.
  public static func > (left: Column, right: Value) -> Condition { left.compare(.greater, right) }
  /// Whether the left one is greater or equal; never, where one is `nil`.
  public static func >= (left: Column, right: Value) -> Condition { left.compare(.greaterOrEqual, right) }

  /// Whether both are equal; two that are `nil` are.
  public static func == (left: Column, right: Column) -> Condition { left.compare(.equal, right) }
  /// Whether they differ; `nil` differs from every value.
  public static func != (left: Column, right: Column) -> Condition { left.compare(.notEqual, right) }
  /// Whether the left one is less; never, where one is `nil`.
  public static func < (left: Column, right: Column) -> Condition { left.compare(.less, right) }
  /// Whether the left one is less or equal; never, where one is `nil`.
  public static func <= (left: Column, right: Column) -> Condition { left.compare(.lessOrEqual, right) }
  /// Whether the left one is greater; never, where one is `nil`.
  public static func > (left: Column, right: Column) -> Condition { left.compare(.greater, right) }
  /// Whether the left one is greater or equal; never, where one is `nil`.
  public static func >= (left: Column, right: Column) -> Condition { left.compare(.greaterOrEqual, right) }

  private func compare(_ comparison: ComparisonOperator, _ right: Column) -> Condition {
    .comparison(expression, comparison, right.expression)
  }

  private func compare(_ comparison: ComparisonOperator, _ right: Value) -> Condition {
    let value = right._storedValue
    guard case .null = value else { return .comparison(expression, comparison, .value(value)) }
    switch comparison {
    case .equal: return .isNull(expression)
    case .notEqual: return .not(.isNull(expression))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .never
    }
  }
}

extension Column {
  /// Whether there is no value: the column is `nil`, or an optional relation on the way to it is.
  public var isNil: Condition { .isNull(expression) }

  /// Whether the value is one of these; there may be many thousands.
  public func isIn(_ values: some Sequence<Value>) -> Condition { .isIn(expression, values.map(\._storedValue)) }

  /// Whether there is a value and it is one of these.
  @_disfavoredOverload
  public func isIn<Wrapped>(_ values: some Sequence<Wrapped>) -> Condition where Value == Wrapped? {
    .isIn(expression, values.map(\._storedValue))
  }

  /// The least first; `nil` before all.
  public var ascending: Ordering { Ordering(expression) }

  /// The greatest first; `nil` after all.
  public var descending: Ordering { Ordering(expression, isDescending: true) }
}

extension Column where Value: Comparable {
  /// Whether the value is within the range.
  public func isIn(_ range: Range<Value>) -> Condition { self >= range.lowerBound && self < range.upperBound }

  /// Whether the value is within the range.
  public func isIn(_ range: ClosedRange<Value>) -> Condition { self >= range.lowerBound && self <= range.upperBound }
}

extension Column {
  /// Whether there is a value and it is within the range.
  public func isIn<Wrapped: Comparable>(_ range: Range<Wrapped>) -> Condition where Value == Wrapped? {
    self >= range.lowerBound && self < range.upperBound
  }

  /// Whether there is a value and it is within the range.
  public func isIn<Wrapped: Comparable>(_ range: ClosedRange<Wrapped>) -> Condition where Value == Wrapped? {
    self >= range.lowerBound && self <= range.upperBound
  }
}
