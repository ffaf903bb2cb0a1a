public import Foundation

/// A type whose columns can be added up: the numbers and `Currency`, and their optionals.
public protocol QueryNumber: Storable {
  /// What the sum of such a column is: `Int64` for every integer, the type itself where it is exact or a float.
  associatedtype QuerySum: Storable
  /// What such a column can be multiplied by: a whole number for a fixed-point type, whose product has its scale.
  associatedtype QueryFactor: Storable
  static var _zeroSum: QuerySum { get }
}

extension Int16: QueryNumber {
  public typealias QueryFactor = Int16
  public static var _zeroSum: Int64 { 0 }
}
extension Int32: QueryNumber {
  public typealias QueryFactor = Int32
  public static var _zeroSum: Int64 { 0 }
}
extension Int64: QueryNumber {
  public typealias QueryFactor = Int64
  public static var _zeroSum: Int64 { 0 }
}
extension Int: QueryNumber {
  public typealias QueryFactor = Int
  public static var _zeroSum: Int64 { 0 }
}
extension Float: QueryNumber {
  public typealias QueryFactor = Float
  public static var _zeroSum: Double { 0 }
}
extension Double: QueryNumber {
  public typealias QueryFactor = Double
  public static var _zeroSum: Double { 0 }
}
extension Decimal: QueryNumber {
  public typealias QueryFactor = Decimal
  public static var _zeroSum: Decimal { 0 }
}
extension FixedPoint {
  public static var _zeroSum: Self { Self(savedValue: 0) }
}
extension Optional: QueryNumber where Wrapped: QueryNumber {
  public typealias QueryFactor = Wrapped.QueryFactor
  public static var _zeroSum: Wrapped.QuerySum { Wrapped._zeroSum }
}

extension Column where Value: QueryNumber {
  /// The sum; `nil` where one is.
  public static func + (left: Column, right: Value) -> Column { left.combined(.add, .value(right._storedValue)) }
  /// The sum; `nil` where one is.
  public static func + (left: Column, right: Column) -> Column { left.combined(.add, right.expression) }
  /// The difference; `nil` where one is.
  public static func - (left: Column, right: Value) -> Column { left.combined(.subtract, .value(right._storedValue)) }
  /// The difference; `nil` where one is.
  public static func - (left: Column, right: Column) -> Column { left.combined(.subtract, right.expression) }
  /// The product; `nil` where the column is.
  public static func * (left: Column, right: Value.QueryFactor) -> Column {
    left.combined(.multiply, .value(right._storedValue))
  }

  private func combined(_ operation: ArithmeticOperator, _ right: QueryExpression) -> Column {
    Column(expression: .arithmetic(operation, expression, right))
  }
}
