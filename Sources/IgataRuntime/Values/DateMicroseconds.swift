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
  @inlinable
  public var microsecondsSince1970: Int64? {
    let interval = timeIntervalSinceReferenceDate
    // So far reach 64 bits; false for NaN as well.
    guard (interval + Double(Self.secondsFrom1970ToReference)).magnitude <= 9_223_372_036_854.775 else { return nil }
    // The part of a second is exact, where interval × 1,000,000 would not be.
    let seconds = interval.nearestInteger
    let microseconds = ((interval - seconds.double) * 1_000_000).nearestInteger
    return (seconds.integer &+ Self.secondsFrom1970ToReference) &* 1_000_000 &+ microseconds.integer
  }

  /// Now, cut to a whole microsecond, so that what is saved equals what is loaded.
  public static func wholeMicrosecond() -> Date { Date().roundedToMicroseconds }

  /// The date as a store gives it back; itself where no store can keep it.
  public var roundedToMicroseconds: Date { microsecondsSince1970.map { Date(microsecondsSince1970: $0) } ?? self }

  @inlinable @inline(__always) static var secondsFrom1970ToReference: Int64 { 978_307_200 }
}

extension Double {
  /// The nearest integer, and the even one of two, where the magnitude is below 2⁵¹.
  ///
  /// A number between 2⁵² and 2⁵³ has no bits for fractions: to come there by an addition rounds, and leaves the integer
  /// in the lowest bits. `rounded` would be a call of the system's library, and a conversion is checked, each of which
  /// takes longer than all the rest that is done with a date.
  @inlinable @inline(__always)
  var nearestInteger: (double: Double, integer: Int64) {
    let middle = 0x1.8p52
    let moved = self + middle
    return (moved - middle, Int64(bitPattern: moved.bitPattern) &- Int64(bitPattern: middle.bitPattern))
  }
}

extension Int64 {
  @inlinable
  func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
