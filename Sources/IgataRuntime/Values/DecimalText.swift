public import Foundation

extension Decimal {
  /// The canonical text of this value: all digits, no exponent, no zeros at the end of the fraction, `0` for zero, and
  /// `NaN`.
  public var canonicalText: String { DecimalDigits(self)?.text ?? "NaN" }

  /// Parses `-12.50` or `1.5e-3` exactly; `nil` if the text isn't a number, or if it has more digits than a `Decimal`
  /// can hold.
  public init?(exactly text: String) {
    guard let value = DecimalDigits(text.utf8)?.decimal else { return nil }
    self = value
  }

  /// ± `magnitude` × 10^`exponent`, whose exponent must be within -128 to 127.
  package init(isNegative: Bool, magnitude: UInt128, exponent: Int) {
    let high = Decimal(UInt64(truncatingIfNeeded: magnitude >> 64))
    let low = Decimal(UInt64(truncatingIfNeeded: magnitude))
    // 2^64 is UInt64.max + 1, and all of this fits into the 128 bits of a significand.
    let significand = high * Decimal(UInt64.max) + high + low
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }
}
