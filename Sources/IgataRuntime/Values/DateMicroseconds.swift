public import Foundation

extension Date {
  /// What every store keeps: whole microseconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(microsecondsSince1970 microseconds: Int64) {
    let (seconds, fraction) = microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let sinceReference = Double(seconds - Self.secondsFrom1970ToReference)
    self.init(timeIntervalSinceReferenceDate: sinceReference + Double(fraction) / 1_000_000)
  }

  /// The nearest whole microsecond. A `Date` tells microseconds apart from 1729 to 2273; beyond, it keeps the nearest
  /// moment that it can hold, and that one comes back from every store as it is.
  ///
  /// Nothing for a date that 64 bits can't count to (some 292,000 years from 1970).
  public var microsecondsSince1970: Int64? {
    let interval = timeIntervalSinceReferenceDate
    // Far beyond what fits, and false for NaN as well.
    guard interval > -1e14, interval < 1e14 else { return nil }
    // `rounded` would be a call of the system's library, which takes as long as all the rest.
    let cut = Int64(interval)
    let wholeSeconds = Double(cut) > interval ? cut &- 1 : cut
    // The fraction is exact, where interval × 1,000,000 would not be.
    let scaled = (interval - Double(wholeSeconds)) * 1_000_000
    let fraction = Int64(scaled)
    let rounded = scaled - Double(fraction) < 0.5 ? fraction : fraction &+ 1
    let since1970 = wholeSeconds &+ Self.secondsFrom1970ToReference
    let (whole, isTooFar) = since1970.multipliedReportingOverflow(by: 1_000_000)
    let (total, isBeyond) = whole.addingReportingOverflow(rounded)
    return isTooFar || isBeyond ? nil : total
  }

  /// Now, cut to a whole microsecond, so that what is saved equals what is loaded.
  public static func wholeMicrosecond() -> Date { Date().roundedToMicroseconds }

  /// The date as a store gives it back; itself where no store can keep it.
  public var roundedToMicroseconds: Date { microsecondsSince1970.map { Date(microsecondsSince1970: $0) } ?? self }

  @usableFromInline static var secondsFrom1970ToReference: Int64 { 978_307_200 }
}

extension Int64 {
  @inlinable
  func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
