public import Foundation

extension Date {
  /// The date as stores keep it: whole microseconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(microsecondsSince1970 microseconds: Int64) {
    let (seconds, fraction) = microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let sinceReference = Double(seconds - Self.secondsFrom1970ToReference)
    self.init(timeIntervalSinceReferenceDate: sinceReference + Double(fraction) / 1_000_000)
  }

  /// The nearest whole microsecond. A `Date` has microsecond precision from 1729 to 2273. Outside that range it has
  /// less, and every store returns it unchanged.
  ///
  /// `nil` for a date that 64 bits of microseconds can't represent (some 292,000 years from 1970).
  @inlinable
  public var microsecondsSince1970: Int64? {
    let interval = timeIntervalSinceReferenceDate
    // The range of 64 bits. The condition is false for NaN too.
    guard (interval + Double(Self.secondsFrom1970ToReference)).magnitude <= 9_223_372_036_854.775 else { return nil }
    // The fraction of a second is exact, while interval × 1,000,000 wouldn't be.
    let seconds = interval.nearestInteger
    let microseconds = ((interval - seconds.double) * 1_000_000).nearestInteger
    return (seconds.integer &+ Self.secondsFrom1970ToReference) &* 1_000_000 &+ microseconds.integer
  }

  /// The current date, truncated to a whole microsecond, so that a saved date equals the loaded one.
  public static func wholeMicrosecond() -> Date { Date().roundedToMicroseconds }

  /// The date as a store returns it; the same date if no store can store it.
  public var roundedToMicroseconds: Date { microsecondsSince1970.map { Date(microsecondsSince1970: $0) } ?? self }

  @inlinable @inline(__always) static var secondsFrom1970ToReference: Int64 { 978_307_200 }
}

extension Double {
  /// The nearest integer, ties to even, if the magnitude is below 2⁵¹.
  ///
  /// A number between 2⁵² and 2⁵³ has no bits for a fraction. Adding to reach that range rounds, and leaves the integer
  /// in the lowest bits. `rounded` would call a function of the system's library, and a conversion is checked; each
  /// takes longer than the rest of converting a date.
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
