// Every operator throws where the result does not fit: `let rest = try balance - price`.
extension FixedPoint {
  /// The sum. Throws ``FixedPointError/overflow`` where it does not fit.
  public static func + (left: Self, right: Self) throws(FixedPointError) -> Self {
    try checked(left.addingReportingOverflow(right))
  }

  /// The difference. Throws ``FixedPointError/overflow`` where it does not fit.
  public static func - (left: Self, right: Self) throws(FixedPointError) -> Self {
    try checked(left.subtractingReportingOverflow(right))
  }

  /// The opposite. Throws ``FixedPointError/overflow`` for the least value, whose opposite does not fit.
  public static prefix func - (value: Self) throws(FixedPointError) -> Self { try .zero - value }

  /// Adds, or throws ``FixedPointError/overflow`` and leaves the left side as it is.
  public static func += (left: inout Self, right: Self) throws(FixedPointError) { left = try left + right }

  /// Subtracts, or throws ``FixedPointError/overflow`` and leaves the left side as it is.
  public static func -= (left: inout Self, right: Self) throws(FixedPointError) { left = try left - right }

  /// The product with a whole number. Throws ``FixedPointError/overflow`` where it does not fit.
  public static func * (left: Self, right: some BinaryInteger) throws(FixedPointError) -> Self {
    guard let factor = Int64(exactly: right) else { throw .overflow }
    return try checked(left.multipliedReportingOverflow(by: factor))
  }

  /// The product with a whole number. Throws ``FixedPointError/overflow`` where it does not fit.
  public static func * (left: some BinaryInteger, right: Self) throws(FixedPointError) -> Self { try right * left }

  /// Multiplies, or throws ``FixedPointError/overflow`` and leaves the left side as it is.
  public static func *= (left: inout Self, right: some BinaryInteger) throws(FixedPointError) {
    left = try left * right
  }

  /// The number without its sign.
  public var magnitude: Self {
    get throws(FixedPointError) { try isNegative ? -self : self }
  }

  /// The sum of all numbers. Only the whole sum must fit, not what it comes to on the way.
  public static func sum(of values: some Sequence<Self>) throws(FixedPointError) -> Self {
    var sum: Int128 = 0
    for value in values { sum += Int128(value.savedValue) }
    guard let savedValue = Int64(exactly: sum) else { throw .overflow }
    return Self(savedValue: savedValue)
  }
}

extension FixedPoint {
  /// The sum; where it does not fit, its lower 64 bits and `true`.
  public func addingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(savedValue.addingReportingOverflow(other.savedValue))
  }

  /// The difference; where it does not fit, its lower 64 bits and `true`.
  public func subtractingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(savedValue.subtractingReportingOverflow(other.savedValue))
  }

  /// The product; where it does not fit, its lower 64 bits and `true`.
  public func multipliedReportingOverflow(by factor: Int64) -> (partialValue: Self, overflow: Bool) {
    Self.reporting(savedValue.multipliedReportingOverflow(by: factor))
  }

  private static func reporting(
    _ result: (partialValue: Int64, overflow: Bool)
  ) -> (partialValue: Self, overflow: Bool) {
    (Self(savedValue: result.partialValue), result.overflow)
  }

  private static func checked(_ result: (partialValue: Self, overflow: Bool)) throws(FixedPointError) -> Self {
    if result.overflow { throw .overflow }
    return result.partialValue
  }
}
