package import Foundation

extension Decimal {
  /// A fixed-point number of a scale, exactly.
  package init(storedInteger: Int64, scale: Int64) {
    self = DecimalDigits(storedInteger: storedInteger, scale: scale).decimal ?? 0
  }

  /// The integer that stores this number at a scale; `nil` if it doesn't fit.
  package func units(ofScale scale: Int64, rounding rule: RoundingRule) -> Int64? {
    guard let digits = DecimalDigits(self) else { return nil }
    return try? digits.integer(fractionDigits: max(0, scale.description.utf8.count - 1), rounding: rule)
  }

  /// The number with at most `precision` digits, `scale` of them after the point; `nil` if it doesn't fit.
  package func fitting(precision: Int, scale: Int, rounding rule: RoundingRule) -> Decimal? {
    var (source, rounded) = (self.magnitude, Decimal())
    NSDecimalRound(&rounded, &source, scale, rule == .toNearestOrEven ? .bankers : .down)
    if rule == .exact, rounded != source { return nil }
    guard let digits = DecimalDigits(rounded), digits.isZero || digits.leadingExponent < precision - scale else {
      return nil
    }
    return isSignMinus ? -rounded : rounded
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
