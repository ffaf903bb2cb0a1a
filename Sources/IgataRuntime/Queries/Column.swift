/// What a query may say of a model: one of its columns, or what is computed from them.
///
/// Generated code makes one for each column, reached by `Model.where { $0.name == "x" }`. It knows the type of its
/// values, and so what it can be compared with; the rest is the ``expression``.
public struct Column<Value: Storable>: Sendable, Hashable {
  private let place: ColumnReference

  /// A column of the table that the path leads to.
  public init(_ path: RelationPath, _ index: Int) { place = ColumnReference(path, index) }

  /// What is computed from columns that nest `depth` deep.
  init(expression: QueryExpression, depth: Int) {
    if depth <= Condition.deepest {
      place = ColumnReference(expression, depth: depth)
    } else {
      let tooLong = QueryExpression.unsupported(
        expression: "a computation of more than \(Condition.deepest) steps", reason: "make it shorter")
      place = ColumnReference(tooLong, depth: depth)
    }
  }

  /// The column as a backend sees it.
  public var expression: QueryExpression { place.expression }

  /// How deep expressions nest in it.
  var depth: Int { place.depth }
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

  /// A condition on this column, beside something that nests `depth` deep.
  func condition(_ kind: Condition.Kind, beside depth: Int = 0) -> Condition {
    Condition(kind, depth: max(self.depth, depth) + 1)
  }
}

extension Column {
  /// Whether there is no value: the column is `nil`, or an optional relation on the way to it is.
  public var isNil: Condition { condition(.isNull(expression)) }

  /// The column as one that may be `nil`, to be compared with one that may.
  public var optional: Column<Value?> { Column<Value?>(expression: expression, depth: depth) }

  /// The least first; `nil` before all.
  public var ascending: Ordering { Ordering(expression) }

  /// The greatest first; `nil` after all.
  public var descending: Ordering { Ordering(expression, isDescending: true) }
}

extension Column {
  /// Whether the value is one of these; there may be many thousands.
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

/// A range that a column's values can be held against: `1...5`, `start..<end`, `0...`, `..<0`, `...9`.
public protocol QueryRange<Bound> {
  /// What the range reaches from and to.
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

/// A type that stands for another one: an enum for its raw value, a newtype for what it wraps; and their optionals.
public protocol QueryRawRepresentable: Storable {
  /// What is stored.
  associatedtype QueryRawValue: Storable
}

extension Optional: QueryRawRepresentable where Wrapped: QueryRawRepresentable {
  public typealias QueryRawValue = Wrapped.QueryRawValue?
}

extension Column where Value: QueryRawRepresentable {
  /// The raw value of the enum, or what the newtype wraps: to be compared and calculated with as such.
  public var rawValue: Column<Value.QueryRawValue> {
    Column<Value.QueryRawValue>(expression: expression, depth: depth)
  }
}
