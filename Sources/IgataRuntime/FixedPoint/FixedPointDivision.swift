public import Foundation

extension FixedPoint {
  /// The number × `factor`, calculated exactly and then rounded.
  public func multiplied(by factor: Decimal, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    guard let factor = DecimalDigits(factor) else { throw .malformed("NaN") }
    return try Self(digits.multiplied(by: factor), rounding: rule)
  }

  /// The number × `factor`, rounded. The factor is the number that the `Double` shows as: 0.19 is 19 percent.
  public func multiplied(by factor: Double, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    try Self(digits.multiplied(by: try DecimalDigits(shown: factor)), rounding: rule)
  }

  /// The number × `numerator` ÷ `denominator`, calculated exactly and then rounded: a third of two thirds, or 19 in
  /// 119.
  public func multiplied(
    by numerator: Int64, dividedBy denominator: Int64, rounding rule: RoundingRule
  ) throws(FixedPointError) -> Self {
    let product = UInt128(storedInteger.magnitude) * UInt128(numerator.magnitude)
    let isNegative = [storedInteger, numerator, denominator].count { $0 < 0 } % 2 == 1
    return try Self.quotient((0, product), UInt128(denominator.magnitude), isNegative: isNegative, rounding: rule)
  }

  /// The quotient by an integer, rounded. Throws if the divisor is 0 or if the quotient doesn't fit.
  public func divided(by divisor: some BinaryInteger, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    // A divisor beyond 64 bits leaves only a remainder to round, as 2^127 does.
    let divisor = Int128(clamping: divisor)
    return try Self.quotient(
      (0, UInt128(storedInteger.magnitude)), divisor.magnitude, isNegative: isNegative != (divisor < 0), rounding: rule)
  }

  /// The number ÷ `divisor`, rounded. The divisor is the number that the `Double` shows as: 1.19 is 119 percent.
  public func divided(by divisor: Double, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    try divided(by: try DecimalDigits(shown: divisor), rounding: rule)
  }

  /// The number ÷ `divisor`, calculated exactly and then rounded.
  public func divided(by divisor: Decimal, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    guard let divisor = DecimalDigits(divisor) else { throw .malformed("NaN") }
    return try divided(by: divisor, rounding: rule)
  }

  private func divided(by divisor: DecimalDigits, rounding rule: RoundingRule) throws(FixedPointError) -> Self {
    guard !divisor.isZero else { throw .divisionByZero }
    guard !isZero else { return self }
    let isNegative = isNegative != divisor.isNegative
    var numerator: (high: UInt128, low: UInt128) = (0, UInt128(storedInteger.magnitude))
    var denominator = divisor.digits.reduce(UInt128(0)) { $0 &* 10 &+ UInt128($1) }
    if divisor.exponent < 0 {
      // A `Decimal` is below 10^39: with 10^58 and more before it, the quotient exceeds 64 bits.
      guard divisor.exponent > -58 else { throw .overflow }
      let near = Swift.min(-divisor.exponent, 38)
      let shifted = numerator.low * UInt128.powerOfTen(-divisor.exponent - near)
      let product = shifted.multipliedFullWidth(by: UInt128.powerOfTen(near))
      numerator = (product.high, product.low)
    } else {
      for _ in 0..<divisor.exponent {
        let (product, isOutside) = denominator.multipliedReportingOverflow(by: 10)
        // Any divisor beyond 128 bits is more than twice the number.
        denominator = isOutside ? .max : product
        if isOutside { break }
      }
    }
    return try Self.quotient(numerator, denominator, isNegative: isNegative, rounding: rule)
  }

  /// The integer quotient, in units of the type's last decimal place, and the remainder.
  public func quotientAndRemainder(
    dividingBy divisor: Int64
  ) throws(FixedPointError) -> (quotient: Self, remainder: Self) {
    guard divisor != 0 else { throw .divisionByZero }
    let (quotient, isOutside) = storedInteger.dividedReportingOverflow(by: divisor)
    if isOutside { throw .overflow }
    return (Self(storedInteger: quotient), Self(storedInteger: storedInteger % divisor))
  }

  /// Parts that are as equal as possible and add up to this number; the larger ones come first.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - fractionCount: The decimal places that the parts may have, 2 for cents: as many as the type has if it is left
  ///     out, and tens for -1.
  /// - Throws: ``FixedPointError/inexact`` if this number has more, and ``FixedPointError/noParts`` for no part.
  public func split(
    into count: Int, toPlaces fractionCount: Int = Self.fractionDigits
  ) throws(FixedPointError) -> [Self] {
    guard count > 0 else { throw .noParts }
    let whole = try rounded(toPlaces: fractionCount, .exact).storedInteger
    // Only zero has no digit down to the highest one of the type.
    let digits = Swift.min(Swift.max(Self.fractionDigits - fractionCount, 0), 18)
    let unit = Int64(UInt128.powerOfTen(digits))
    let (quotient, remainder) = (whole / unit).quotientAndRemainder(dividingBy: Int64(count))
    let step: Int64 = whole < 0 ? -1 : 1
    return (0..<count).map { index in
      Self(storedInteger: (Int64(index) < remainder * step ? quotient + step : quotient) * unit)
    }
  }

  /// The number rounded to at most `count` decimal places: to whole units if `count` is left out, and to tens for -1.
  public func rounded(toPlaces count: Int = 0, _ rule: RoundingRule) throws(FixedPointError) -> Self {
    guard count < Self.fractionDigits else { return self }
    let unit = Int128(UInt128.powerOfTen(Swift.min(Self.fractionDigits - count, 38)))
    let units = try Self.quotient(
      (0, UInt128(storedInteger.magnitude)), unit.magnitude, isNegative: isNegative, rounding: rule)
    let (product, isOutside) = Int128(units.storedInteger).multipliedReportingOverflow(by: unit)
    guard !isOutside, let storedInteger = Int64(exactly: product) else { throw .overflow }
    return Self(storedInteger: storedInteger)
  }

  private static func quotient(
    _ numerator: (high: UInt128, low: UInt128), _ denominator: UInt128, isNegative: Bool, rounding rule: RoundingRule
  ) throws(FixedPointError) -> Self {
    guard denominator != 0 else { throw .divisionByZero }
    // A quotient of more than 128 bits, which `dividingFullWidth` doesn't support either.
    guard numerator.high < denominator else { throw .overflow }
    let (quotient, rest) = denominator.dividingFullWidth((numerator.high, numerator.low))
    guard let magnitude = UInt64(exactly: quotient) else { throw .overflow }
    let other = denominator - rest
    let remainder: Remainder = rest == 0 ? .none : rest < other ? .less : rest == other ? .half : .more
    return Self(storedInteger: try rule.rounded(magnitude, remainder, isNegative: isNegative))
  }
}

extension UInt128 {
  /// 10 to the power of `exponent`, which is from 0 to 38.
  fileprivate static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<Swift.min(exponent, 38)).reduce(1) { power, _ in power * 10 }
  }
}
