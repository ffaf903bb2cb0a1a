/// Converts exact decimal text to the integer that a fixed-point type stores.
public enum FixedPointText {
  /// The value × `scale`; `nil` if it isn't a number, has more decimal decimalPlaces than the scale, or doesn't fit.
  public static func units(_ value: DefaultValue, scale: Int64) -> Int64? {
    switch value {
    case .integer(let whole):
      let (units, overflows) = whole.multipliedReportingOverflow(by: scale)
      return overflows ? nil : units
    case .decimal(let text): return units(text, scale: scale)
    default: return nil
    }
  }

  /// The number in a text × `scale`, under the same conditions.
  public static func units(_ text: String, scale: Int64) -> Int64? {
    var decimalPlaces = 0
    var power: Int64 = 1
    while power < scale, decimalPlaces < 18 {
      power *= 10
      decimalPlaces += 1
    }
    guard var number = PlainDecimal(text), number.decimalPlaces <= decimalPlaces else { return nil }
    while number.decimalPlaces < decimalPlaces {
      guard number.append(0) else { return nil }
      number.decimalPlaces += 1
    }
    return number.value
  }
}

/// The digits of a decimal number, as an integer, and how many of them follow the point.
private struct PlainDecimal {
  /// The negated value, because there is one more negative integer than positive ones.
  private var negative: Int64 = 0
  private var isNegative = false
  var decimalPlaces = 0

  /// Reads `-1.25`; `nil` if it isn't a number, or is too large.
  init?(_ text: String) {
    var hasDigits = false
    var hasPoint = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard append(Int64(byte - UInt8(ascii: "0"))) else { return nil }
        hasDigits = true
        if hasPoint { decimalPlaces += 1 }
      default: return nil
      }
    }
    if !hasDigits { return nil }
  }

  var value: Int64? {
    if isNegative { return negative }
    return negative == .min ? nil : -negative
  }

  /// Appends a digit. Returns `false` on overflow.
  mutating func append(_ digit: Int64) -> Bool {
    let (tenfold, overflows) = negative.multipliedReportingOverflow(by: 10)
    let (sum, exceeds) = tenfold.subtractingReportingOverflow(digit)
    negative = sum
    return !overflows && !exceeds
  }
}
