public import Foundation

extension FixedPoint {
  var digits: DecimalDigits { DecimalDigits(savedValue: savedValue, scale: Self.scale) }

  /// The one text of this number: `-1.1`, `1000`, `0.001`.
  public var text: String { digits.text }

  /// The exact text.
  public var description: String { text }

  /// The same number, exactly.
  public var decimal: Decimal {
    Decimal(isNegative: isNegative, magnitude: UInt128(savedValue.magnitude), exponent: -Self.fractionDigits)
  }

  /// Reads a text such as `-1.10`: digits, at most one point, and a sign, with digits on both sides of the point.
  public init(text: String, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }
    guard isPlain, let digits = DecimalDigits(text.utf8)
    else { throw .malformed(text) }
    try self.init(digits, rounding: rule)
  }

  /// The value of a decimal. Throws where it has more places than the type and the rule is `.exact`, or does not fit.
  public init(decimal: Decimal, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    guard let digits = DecimalDigits(decimal) else { throw .malformed("NaN") }
    try self.init(digits, rounding: rule)
  }

  /// Reads a text exactly; nothing where it is no number, has too many decimal places, or does not fit.
  public init?(_ description: String) {
    guard let value = try? Self(text: description) else { return nil }
    self = value
  }

  init(_ number: DecimalDigits, rounding rule: RoundingRule) throws(FixedPointError) {
    self.init(savedValue: try number.integer(places: Self.fractionDigits, rounding: rule))
  }
}

extension DecimalDigits {
  /// The number × 10^`places`, as a whole one.
  package func integer(places: Int, rounding rule: RoundingRule) throws(FixedPointError) -> Int64 {
    let dropped = -(exponent + places)
    // More than 20 digits before what is dropped are outside 64 bits, whatever they are.
    guard digits.count - dropped <= 20 else { throw .overflow }
    let kept = dropped <= 0 ? digits[...] : digits.dropLast(dropped)
    var magnitude: UInt64 = 0
    for digit in kept { magnitude = try magnitude.appending(digit) }
    for _ in 0..<max(0, -dropped) { magnitude = try magnitude.appending(0) }
    let rest = digits.suffix(from: kept.endIndex)
    // The first dropped digit is a half or not only where it stands right behind the last kept one.
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

/// What is left of a number after its kept digits, beside half a unit of the last one.
enum Remainder {
  case none, less, half, more
}

extension RoundingRule {
  /// ± `magnitude` and what is left behind it, as an integer.
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
