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

  /// The units of a whole number.
  package static func units(_ number: Int64, per unit: Int64) -> Int64? {
    let (units, isOverflow) = number.multipliedReportingOverflow(by: unit)
    return isOverflow ? nil : units
  }

  /// The least whole number that has at least so many units.
  package static func leastWhole(_ units: Int64, per unit: Int64) -> Int64 {
    let (quotient, remainder) = units.flooredQuotientAndRemainder(dividingBy: unit)
    return remainder == 0 ? quotient : quotient + 1
  }

  /// The least number, whole or not, that has at least so many units.
  package static func least(_ units: Int64, per unit: Int64) -> StoredValue {
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: unit)
    // Numbers of such a size have no fraction.
    guard quotient.magnitude < 1 << 52 else { return .integer(leastWhole(units, per: unit)) }
    var number = Double(quotient) + (Double(remainder) - 0.5) / Double(unit)
    func hasEnough(_ number: Double) -> Bool { Self.units(number, per: unit).map { $0 >= units } ?? (number > 0) }
    while !hasEnough(number) { number = number.nextUp }
    while hasEnough(number.nextDown) { number = number.nextDown }
    return .real(number)
  }
}
