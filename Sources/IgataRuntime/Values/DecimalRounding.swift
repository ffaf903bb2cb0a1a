package import Foundation

extension Decimal {
  /// A fixed-point number of a scale, exactly.
  package init(savedValue: Int64, scale: Int64) {
    self = DecimalDigits(savedValue: savedValue, scale: scale).decimal ?? 0
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
