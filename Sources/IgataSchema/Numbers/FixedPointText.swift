/// Exact decimal text as the integer that a fixed-point type stores.
public enum FixedPointText {
  /// The value × `scale`; `nil` if it is no number, has more places than the scale, or does not fit.
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
    var places = 0
    var power: Int64 = 1
    while power < scale, places < 18 {
      power *= 10
      places += 1
    }
    guard var number = PlainDecimal(text), number.places <= places else { return nil }
    while number.places < places {
      guard number.append(0) else { return nil }
      number.places += 1
    }
    return number.value
  }
}

/// The digits of a decimal number, as an integer, and how many of them follow the point.
private struct PlainDecimal {
  /// Below zero, where there is room for one more than above.
  private var negative: Int64 = 0
  private var isNegative = false
  var places = 0

  /// Reads `-1.25`; `nil` if it is no number, or too large.
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
        if hasPoint { places += 1 }
      default: return nil
      }
    }
    if !hasDigits { return nil }
  }

  var value: Int64? {
    if isNegative { return negative }
    return negative == .min ? nil : -negative
  }

  /// Adds a digit at the end. Returns whether there is room for it.
  mutating func append(_ digit: Int64) -> Bool {
    let (tenfold, overflows) = negative.multipliedReportingOverflow(by: 10)
    let (sum, exceeds) = tenfold.subtractingReportingOverflow(digit)
    negative = sum
    return !overflows && !exceeds
  }
}
