public import Foundation

extension FixedPoint {
  var digits: DecimalDigits { DecimalDigits(savedValue: savedValue, scale: Self.scale) }

  /// The canonical text of this number: `-1.1`, `1000`, `0.001`.
  public var text: String { digits.text }

  /// The same as ``text``.
  public var description: String { text }

  /// The same number, exactly.
  public var decimal: Decimal {
    Decimal(isNegative: isNegative, magnitude: UInt128(savedValue.magnitude), exponent: -Self.fractionDigits)
  }

  /// Parses a text such as `-1.10`: digits, at most one decimal point, and a sign, with digits on both sides of the
  /// point.
  public init(text: String, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }
    guard isPlain, let digits = DecimalDigits(text.utf8)
    else { throw .malformed(text) }
    try self.init(digits, rounding: rule)
  }

  /// The value of a decimal. Throws if it has more decimal places than the type and the rule is `.exact`, or if it does
  /// not fit.
  public init(decimal: Decimal, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    guard let digits = DecimalDigits(decimal) else { throw .malformed("NaN") }
    try self.init(digits, rounding: rule)
  }

  /// Parses a text exactly; `nil` if it isn't a number, has too many decimal places, or doesn't fit.
  public init?(_ description: String) {
    guard let value = try? Self(text: description) else { return nil }
    self = value
  }

  init(_ number: DecimalDigits, rounding rule: RoundingRule) throws(FixedPointError) {
    self.init(savedValue: try number.integer(fractionDigits: Self.fractionDigits, rounding: rule))
  }
}
