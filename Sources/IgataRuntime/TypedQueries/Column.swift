/// A column of a model in a query, or an expression of columns.
///
/// Generated code has one for each column: `Model.where { $0.name == "x" }`. It has the type of its values, which
/// determines what it can be compared with.
public struct Column<Value: Storable>: Sendable, Hashable {
  private let reference: ColumnReference

  /// A column of the table that the path leads to.
  public init(_ path: RelationPath, _ index: Int) { reference = ColumnReference(path, index) }

  /// An expression of columns, `depth` levels deep.
  init(expression: QueryExpression, depth: Int) {
    if depth <= Condition.deepest {
      reference = ColumnReference(expression, depth: depth)
    } else {
      let tooLong = QueryExpression.unsupported(
        expression: "a computation of more than \(Condition.deepest) steps", reason: "make it shorter")
      reference = ColumnReference(tooLong, depth: depth)
    }
  }

  /// The column as a backend sees it.
  @_spi(Backend) public var expression: QueryExpression { reference.expression }

  /// How deeply expressions nest in it.
  var depth: Int { reference.depth }
}

// The operators are overloaded for each type of the right side instead of being generic: a literal then has one
// possible type, and a condition of twelve terms is type-checked as fast as one.
extension Column {
  /// Whether both are equal. Two `nil` values are.
  public static func == (left: Column, right: Value) -> Condition { left.compare(.equal, right) }
  /// Whether they differ. `nil` differs from every value.
  public static func != (left: Column, right: Value) -> Condition { left.compare(.notEqual, right) }
  /// Whether the left value is less; `false` if either is `nil`.
  public static func < (left: Column, right: Value) -> Condition { left.compare(.less, right) }
  /// Whether the left value is less or equal; `false` if either is `nil`.
  public static func <= (left: Column, right: Value) -> Condition { left.compare(.lessOrEqual, right) }
  /// Whether the left value is greater; `false` if either is `nil`.
  public static func > (left: Column, right: Value) -> Condition { left.compare(.greater, right) }
  /// Whether the left value is greater or equal; `false` if either is `nil`.
  public static func >= (left: Column, right: Value) -> Condition { left.compare(.greaterOrEqual, right) }

  /// Whether both are equal. Two `nil` values are.
  public static func == (left: Column, right: Column) -> Condition { left.compare(.equal, right) }
  /// Whether they differ. `nil` differs from every value.
  public static func != (left: Column, right: Column) -> Condition { left.compare(.notEqual, right) }
  /// Whether the left value is less; `false` if either is `nil`.
  public static func < (left: Column, right: Column) -> Condition { left.compare(.less, right) }
  /// Whether the left value is less or equal; `false` if either is `nil`.
  public static func <= (left: Column, right: Column) -> Condition { left.compare(.lessOrEqual, right) }
  /// Whether the left value is greater; `false` if either is `nil`.
  public static func > (left: Column, right: Column) -> Condition { left.compare(.greater, right) }
  /// Whether the left value is greater or equal; `false` if either is `nil`.
  public static func >= (left: Column, right: Column) -> Condition { left.compare(.greaterOrEqual, right) }

  func compare(_ comparison: ComparisonOperator, _ right: Column) -> Condition {
    condition(.comparison(expression, comparison, right.expression), beside: right.depth)
  }

  private func compare(_ comparison: ComparisonOperator, _ right: Value) -> Condition {
    let value = right._queriedValue
    guard case .null = value else { return condition(.comparison(expression, comparison, .value(value))) }
    switch comparison {
    case .equal: return isNil
    case .notEqual: return !isNil
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .never
    }
  }

  /// A condition on this column and another operand that is `depth` levels deep.
  func condition(_ kind: Condition.Kind, beside depth: Int = 0) -> Condition {
    Condition(kind, depth: max(self.depth, depth) + 1)
  }
}

extension Column {
  /// Whether there is no value: the column is `nil`, or an optional relation on the path to it is.
  public var isNil: Condition { condition(.isNull(expression)) }

  /// The column with an optional type, to be compared with optional columns.
  public var optional: Column<Value?> { Column<Value?>(expression: expression, depth: depth) }

  /// Sorts in ascending order, `nil` first.
  public var ascending: Ordering { Ordering(expression) }

  /// Sorts in descending order, `nil` last.
  public var descending: Ordering { Ordering(expression, isDescending: true) }
}

extension Column {
  /// Whether the value is one of these, of which there may be many thousands.
  @_disfavoredOverload
  public func isIn(_ values: some Collection<Value>) -> Condition {
    condition(.isIn(expression, values.map(\._queriedValue)))
  }

  /// Whether there is a value and it is one of these.
  @_disfavoredOverload
  public func isIn<Wrapped>(_ values: some Collection<Wrapped>) -> Condition where Value == Wrapped? {
    condition(.isIn(expression, values.map(\._queriedValue)))
  }

  /// Whether the value is within the range.
  public func isIn<Bounds: QueryRange>(_ range: Bounds) -> Condition where Bounds.Bound == Value {
    range._condition(on: self)
  }

  /// Whether there is a value and it is within the range.
  public func isIn<Bounds: QueryRange>(_ range: Bounds) -> Condition where Value == Bounds.Bound? {
    range._condition(on: Column<Bounds.Bound>(expression: expression, depth: depth))
  }
}

/// A range that a column's values can be compared with: `1...5`, `start..<end`, `0...`, `..<0`, `...9`.
public protocol QueryRange<Bound>: Sendable {
  /// The type of the range's bounds.
  associatedtype Bound: Storable & Comparable
  func _condition(on column: Column<Bound>) -> Condition
}

extension Range: QueryRange where Bound: Storable {
  public func _condition(on column: Column<Bound>) -> Condition { column >= lowerBound && column < upperBound }
}
extension ClosedRange: QueryRange where Bound: Storable {
  public func _condition(on column: Column<Bound>) -> Condition { column >= lowerBound && column <= upperBound }
}
extension PartialRangeFrom: QueryRange where Bound: Storable {
  public func _condition(on column: Column<Bound>) -> Condition { column >= lowerBound }
}
extension PartialRangeUpTo: QueryRange where Bound: Storable {
  public func _condition(on column: Column<Bound>) -> Condition { column < upperBound }
}
extension PartialRangeThrough: QueryRange where Bound: Storable {
  public func _condition(on column: Column<Bound>) -> Condition { column <= upperBound }
}

extension Column where Value: QueryRawRepresentable {
  /// The raw value of the enum, or the base of the newtype, to be compared and calculated with.
  public var rawValue: Column<Value.QueryRawValue> {
    Column<Value.QueryRawValue>(expression: expression, depth: depth)
  }
}

extension Column where Value == Bool {
  /// Whether the value is `false`.
  public static prefix func ! (column: Column) -> Condition { .not(column._condition) }
}

extension Column: ConditionTerm where Value == Bool {
  /// Whether the value is `true`: `Article.where { $0.isRead }`.
  public var _condition: Condition { self == true }
}
