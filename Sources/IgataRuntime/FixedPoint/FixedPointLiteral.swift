/// A fixed-point type that literals can express: `let price: Currency = 3.50`, `let fee: Currency = 100`.
///
/// For scales up to 10^9. A literal without a decimal point is an `Int32`, so that one that doesn't fit is an error at
/// compile time. A literal with a decimal point has no more decimal places than the type, and at most 15 digits if it
/// is written with all of them: such literals are exact. Any other ends the program with a message when it is
/// evaluated, instead of being rounded.
public protocol FixedPointLiteral: FixedPoint, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
where IntegerLiteralType == Int32, FloatLiteralType == Double {}

extension FixedPointLiteral {
  /// A literal in whole units.
  public init(integerLiteral value: Int32) {
    // A scale above 10^9, which only a handwritten type can have, is clamped to the bounds of the type.
    let (product, isOutside) = Int64(value).multipliedReportingOverflow(by: Self.scale)
    self.init(storedInteger: isOutside ? (value < 0 ? .min : .max) : product)
  }

  /// A literal with a decimal point.
  ///
  /// - Precondition: The literal has at most ``FixedPoint/fractionDigits`` decimal places, and at most 15 digits if it
  ///   is written with all of them. Use ``FixedPoint/init(text:rounding:)`` for longer numbers.
  public init(floatLiteral value: Double) {
    guard let storedInteger = Self.storedInteger(ofLiteral: value) else {
      // Ends the process at a literal of the source code, which would otherwise be another number.
      preconditionFailure(
        "the literal \(value) isn't exact: write at most \(Self.fractionDigits) decimal places and 15 digits, or use "
          + "init(text:)")
    }
    self.init(storedInteger: storedInteger)
  }

  /// Value × ``FixedPoint/scale``; `nil` if a literal that is read as this value may have meant another number.
  static func storedInteger(ofLiteral value: Double) -> Int64? {
    let units = (value * Double(scale)).rounded()
    // A decimal number of up to 15 digits is the only one of them that is read as its `Double`.
    guard units.magnitude < 1e15, units / Double(scale) == value else { return nil }
    return Int64(units)
  }
}
