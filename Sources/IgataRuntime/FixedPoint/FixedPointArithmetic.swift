public import Foundation

// Every operator throws if the result doesn't fit: `let rest = try balance - price`.
extension FixedPoint {
  /// The sum. Throws ``FixedPointError/overflow`` if it doesn't fit.
  public static func + (left: Self, right: Self) throws(FixedPointError) -> Self {
    try checked(left.addingReportingOverflow(right))
  }

  /// The difference. Throws ``FixedPointError/overflow`` if it doesn't fit.
  public static func - (left: Self, right: Self) throws(FixedPointError) -> Self {
    try checked(left.subtractingReportingOverflow(right))
  }

  /// The negated number. Throws ``FixedPointError/overflow`` for the least value, whose negation doesn't fit.
  public static prefix func - (value: Self) throws(FixedPointError) -> Self { try .zero - value }

  /// Adds, or throws ``FixedPointError/overflow`` without changing the left side.
  public static func += (left: inout Self, right: Self) throws(FixedPointError) { left = try left + right }

  /// Subtracts, or throws ``FixedPointError/overflow`` without changing the left side.
  public static func -= (left: inout Self, right: Self) throws(FixedPointError) { left = try left - right }

  /// The product with an integer. Throws ``FixedPointError/overflow`` if it doesn't fit.
  public static func * (left: Self, right: some BinaryInteger) throws(FixedPointError) -> Self {
    guard let factor = Int64(exactly: right) else { throw .overflow }
    return try checked(left.multipliedReportingOverflow(by: factor))
  }

  /// The product with an integer. Throws ``FixedPointError/overflow`` if it doesn't fit.
  public static func * (left: some BinaryInteger, right: Self) throws(FixedPointError) -> Self { try right * left }

  /// Multiplies, or throws ``FixedPointError/overflow`` without changing the left side.
  public static func *= (left: inout Self, right: some BinaryInteger) throws(FixedPointError) {
    left = try left * right
  }

  /// A product with a fraction has to be rounded.
  @available(*, unavailable, message: "say how the product is rounded: 'multiplied(by:rounding:)'")
  public static func * (left: Self, right: Double) -> Self { left }
  /// A product with a fraction has to be rounded.
  @available(*, unavailable, message: "say how the product is rounded: 'multiplied(by:rounding:)'")
  public static func * (left: Self, right: Decimal) -> Self { left }
  /// A quotient has to be rounded.
  @available(*, unavailable, message: "use 'divided(by:rounding:)', or 'split(into:)' for parts that add up")
  public static func / (left: Self, right: some BinaryInteger) -> Self { left }
  /// A quotient has to be rounded.
  @available(*, unavailable, message: "say how the quotient is rounded: 'divided(by:rounding:)'")
  public static func / (left: Self, right: Double) -> Self { left }
  /// A quotient has to be rounded.
  @available(*, unavailable, message: "say how the quotient is rounded: 'divided(by:rounding:)'")
  public static func / (left: Self, right: Decimal) -> Self { left }

  /// The absolute value.
  public var magnitude: Self {
    get throws(FixedPointError) { try isNegative ? -self : self }
  }

  /// The sum of all numbers. Only the final sum must fit; intermediate sums may exceed the type's range.
  public static func sum(of values: some Sequence<Self>) throws(FixedPointError) -> Self {
    var sum: Int128 = 0
    for value in values { sum += Int128(value.storedInteger) }
    guard let storedInteger = Int64(exactly: sum) else { throw .overflow }
    return Self(storedInteger: storedInteger)
  }
}

extension FixedPoint {
  /// The sum; if it doesn't fit, its lower 64 bits and `true`.
  public func addingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(storedInteger.addingReportingOverflow(other.storedInteger))
  }

  /// The difference; if it doesn't fit, its lower 64 bits and `true`.
  public func subtractingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(storedInteger.subtractingReportingOverflow(other.storedInteger))
  }

  /// The product; if it doesn't fit, its lower 64 bits and `true`.
  public func multipliedReportingOverflow(by factor: Int64) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(storedInteger.multipliedReportingOverflow(by: factor))
  }

  private static func reporting(
    _ result: (partialValue: Int64, overflow: Bool)
  ) -> (partialValue: Self, overflow: Bool) {
    (Self(storedInteger: result.partialValue), result.overflow)
  }

  private static func checked(_ result: (partialValue: Self, overflow: Bool)) throws(FixedPointError) -> Self {
    if result.overflow { throw .overflow }
    return result.partialValue
  }
}
