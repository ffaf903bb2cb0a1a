package import Foundation

/// A number that a column of another program has, as a count of smaller units: 1.5 seconds are 1,500,000 microseconds.
package enum StoredNumber {
  /// The units of a number, rounded to the nearest. A greater number never has fewer. `nil` beyond 64 bits.
  package static func units(_ number: Double, per unit: Int64) -> Int64? {
    let whole = number.rounded(.towardZero)
    guard let integer = Int64(exactly: whole), let units = units(integer, per: unit) else { return nil }
    // The difference is exact.
    let fraction = Int64(((number - whole) * Double(unit)).rounded())
    let (sum, isOverflow) = units.addingReportingOverflow(fraction)
    return isOverflow ? nil : sum
  }

  /// The units of a number that was written as a decimal one, and whether it is that number: within a millionth of a
  /// unit, or the nearest to so many units.
  ///
  /// Where numbers are so far from each other that one of them is nearest to several decimal ones, it is the shortest
  /// of these. A greater number never has fewer units. `nil` beyond 64 bits.
  ///
  /// - Parameter scale: The units in 1, a power of ten.
  package static func decimalUnits(_ number: Double, per scale: Int64) -> (units: Int64, isExact: Bool)? {
    guard number.ulp * Double(scale) > 0.25 else {
      guard let units = units(number, per: scale) else { return nil }
      let fraction = (number - number.rounded(.towardZero)) * Double(scale)
      return (units, abs(fraction - fraction.rounded()) <= 1e-6 || Double(units) / Double(scale) == number)
    }
    guard let shortest = DecimalDigits(shortest: number) else { return nil }
    // Whole numbers may be stored beside it as integers, so that it is compared with these as it is.
    if number.magnitude >= 0x1p53 {
      guard let whole = Int64(exactly: number), let units = units(whole, per: scale) else { return nil }
      return (units, shortest == DecimalDigits(whole))
    }
    if let units: Int64 = shortest.multiplied(by: DecimalDigits(scale)).integer() { return (units, true) }
    return units(number, per: scale).map { ($0, false) }
  }

  /// The units of a decimal number, but for less than a millionth of one; `nil` if it is farther, or beyond 64 bits.
  package static func units(_ decimal: Decimal, per scale: Int64) -> Int64? {
    var (units, rounded) = (decimal * Decimal(scale), Decimal())
    NSDecimalRound(&rounded, &units, 0, .plain)
    guard (units - rounded).magnitude <= Decimal(sign: .plus, exponent: -6, significand: 1) else { return nil }
    return DecimalDigits(rounded)?.integer()
  }

  /// The number that is nearest to a count of units.
  package static func nearest(_ units: Int64, per scale: Int64) -> Double {
    let quotient = Double(units) / Double(scale)
    if units.magnitude <= 1 << 53 { return quotient }
    return Double(DecimalDigits(storedInteger: units, scale: scale).text) ?? quotient
  }

  /// The decimal number as which a number was written: the shortest that reads back as it; if that has more digits
  /// after the point than the type, the nearest of the type, but for more than a millionth of its last digit. `nil` if
  /// there is none, or a `Decimal` can't hold it.
  package static func decimal(_ number: Double, digits: Int?) -> Decimal? {
    guard let shortest = DecimalDigits(shortest: number), let decimal = shortest.decimal else { return nil }
    guard let digits, shortest.fractionCount > digits else { return decimal }
    var (source, rounded) = (decimal, Decimal())
    NSDecimalRound(&rounded, &source, digits, .plain)
    let farthest = Decimal(sign: .plus, exponent: -digits - 6, significand: 1)
    return (decimal - rounded).magnitude <= farthest ? rounded : nil
  }

  /// The units of a whole number.
  package static func units(_ number: Int64, per unit: Int64) -> Int64? {
    let (units, isOverflow) = number.multipliedReportingOverflow(by: unit)
    return isOverflow ? nil : units
  }

  /// Microseconds since 1970 as a `Date` has them, which were counted in units from `start` on; `nil` if the `Date` is
  /// the same for others.
  ///
  /// - Parameter isWhole: Whether a column has whole units alone, of which each must be another date.
  package static func date(_ microseconds: Int64, unit: Int64, start: Int64, isWhole: Bool) -> Int64? {
    let date = Date.kept(microsecondsSince1970: microseconds)
    // In the years from 280,000 on, a `Date` is the same for two numbers of milliseconds, of which it would find one.
    guard !isWhole || date == microseconds
      || Date.rounded(microsecondsSince1970: date &- start, to: unit) == microseconds &- start
    else { return nil }
    return date
  }

  /// The least whole number that has at least so many units.
  package static func leastWhole(_ units: Int64, per unit: Int64) -> Int64 {
    let (quotient, remainder) = units.flooredQuotientAndRemainder(dividingBy: unit)
    return remainder == 0 ? quotient : quotient + 1
  }

  /// The least number, whole or not, that has at least so many units.
  ///
  /// - Parameter count: Counts the units of a number.
  package static func least(
    _ units: Int64, per unit: Int64, _ count: (Double, Int64) -> Int64? = { StoredNumber.units($0, per: $1) }
  ) -> StoredValue {
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: unit)
    // Numbers of such a size have no fraction.
    guard quotient.magnitude < 1 << 52 else { return .integer(leastWhole(units, per: unit)) }
    var number = Double(quotient) + (Double(remainder) - 0.5) / Double(unit)
    func hasEnough(_ number: Double) -> Bool { count(number, unit).map { $0 >= units } ?? (number > 0) }
    while !hasEnough(number) { number = number.nextUp }
    while hasEnough(number.nextDown) { number = number.nextDown }
    return .real(number)
  }
}
