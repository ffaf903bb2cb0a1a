internal import Foundation

extension Column where Value: QueryNumber {
  /// The sum; `nil` if either operand is.
  public static func + (left: Column, right: Value) -> Column { left.combined(.add, right) }
  /// The sum; `nil` if either operand is.
  public static func + (left: Column, right: Column) -> Column { left.combined(.add, right) }
  /// The sum; `nil` if either operand is.
  public static func + (left: Value, right: Column) -> Column { right.combined(after: left._queriedValue, .add) }
  /// The difference; `nil` if either operand is.
  public static func - (left: Column, right: Value) -> Column { left.combined(.subtract, right) }
  /// The difference; `nil` if either operand is.
  public static func - (left: Column, right: Column) -> Column { left.combined(.subtract, right) }
  /// The difference; `nil` if either operand is.
  public static func - (left: Value, right: Column) -> Column { right.combined(after: left._queriedValue, .subtract) }
  /// The product; `nil` if either operand is.
  public static func * (left: Column, right: Value.QueryFactor) -> Column { left.combined(.multiply, right) }
  /// The product; `nil` if either operand is.
  public static func * (left: Column, right: Column<Value.QueryFactor>) -> Column { left.combined(.multiply, right) }
  /// The product; `nil` if either operand is.
  public static func * (left: Value.QueryFactor, right: Column) -> Column {
    right.combined(after: left._queriedValue, .multiply)
  }
  /// The negated number; `nil` if there is no number.
  public static prefix func - (number: Column) -> Column {
    number.combined(after: zero, .subtract)
  }

  /// Zero of the same kind of number.
  private static var zero: StoredValue {
    switch Value.QuerySum.self {
    case is Double.Type: .real(0)
    case is Decimal.Type: .decimal(0)
    default: .integer(0)
    }
  }

  private func combined<Other: Storable>(_ operation: ArithmeticOperator, _ right: Column<Other>) -> Column {
    Column(expression: .arithmetic(operation, expression, right.expression), depth: max(depth, right.depth) + 1)
  }

  private func combined(_ operation: ArithmeticOperator, _ right: some Storable) -> Column {
    Column(expression: .arithmetic(operation, expression, .value(right._queriedValue)), depth: depth + 1)
  }

  private func combined(after left: StoredValue, _ operation: ArithmeticOperator) -> Column {
    Column(expression: .arithmetic(operation, .value(left), expression), depth: depth + 1)
  }
}

// A store treats integers of all widths as one kind of number.
extension Column where Value: FixedWidthInteger & QueryNumber {
  /// The column as a 64-bit integer, to be compared and calculated with others of that type.
  public var asInt64: Column<Int64> { Column<Int64>(expression: expression, depth: depth) }
}
