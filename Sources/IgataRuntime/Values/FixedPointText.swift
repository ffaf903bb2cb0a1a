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

extension DecimalDigits {
  /// The number × 10^`fractionDigits`, as an integer.
  package func integer(fractionDigits: Int, rounding rule: RoundingRule) throws(FixedPointError) -> Int64 {
    let dropped = -(exponent + fractionDigits)
    // With more than 20 digits before those that are dropped, the number exceeds 64 bits in any case.
    guard digits.count - dropped <= 20 else { throw .overflow }
    let kept = dropped <= 0 ? digits[...] : digits.dropLast(dropped)
    var magnitude: UInt64 = 0
    for digit in kept { magnitude = try magnitude.appending(digit) }
    for _ in 0..<max(0, -dropped) { magnitude = try magnitude.appending(0) }
    let rest = digits.suffix(from: kept.endIndex)
    // The first dropped digit is significant for rounding only if it directly follows the last kept one.
    let first = dropped > digits.count ? 0 : rest.first ?? 0
    let remainder: Remainder =
      if dropped <= 0 || isZero {
        .none
      } else if first == 5, rest.count == 1 {
        .half
      } else {
        first >= 5 ? .more : .less
      }
    return try rule.rounded(magnitude, remainder, isNegative: isNegative)
  }
}

extension UInt64 {
  fileprivate func appending(_ digit: UInt8) throws(FixedPointError) -> UInt64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
    let (sum, isOutside) = product.addingReportingOverflow(UInt64(digit))
    if isTooLarge || isOutside { throw .overflow }
    return sum
  }
}

/// The remainder of a number after its kept digits, compared with half a unit of the last one.
enum Remainder {
  case none, less, half, more
}

extension RoundingRule {
  /// ± `magnitude` and the remainder after it, rounded to an integer.
  func rounded(_ magnitude: UInt64, _ remainder: Remainder, isNegative: Bool) throws(FixedPointError) -> Int64 {
    var magnitude = magnitude
    if try roundsAwayFromZero(remainder, isOdd: magnitude % 2 == 1, isNegative: isNegative) {
      let (next, isOutside) = magnitude.addingReportingOverflow(1)
      if isOutside { throw .overflow }
      magnitude = next
    }
    if isNegative, magnitude == Int64.min.magnitude { return .min }
    guard let value = Int64(exactly: magnitude) else { throw .overflow }
    return isNegative ? -value : value
  }

  private func roundsAwayFromZero(
    _ remainder: Remainder, isOdd: Bool, isNegative: Bool
  ) throws(FixedPointError) -> Bool {
    if remainder == .none { return false }
    switch self {
    case .exact: throw .inexact
    case .toNearestOrEven: return remainder == .more || remainder == .half && isOdd
    case .toNearestOrAwayFromZero: return remainder != .less
    case .up: return !isNegative
    case .down: return isNegative
    case .towardZero: return false
    case .awayFromZero: return true
    }
  }
}
