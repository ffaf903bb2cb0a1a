/// An exact decimal number of any size: `digits` × 10 ^ `exponent`.
///
/// Nothing here can overflow: exponents are clamped to ±1,000,000,000, far outside of the range of every type of the
/// language.
package struct ExactNumber: Hashable, Sendable {
  package private(set) var isNegative: Bool
  /// ASCII digits without leading or trailing zeros; empty for zero.
  package private(set) var digits: [UInt8]
  private(set) var exponent: Int

  private static let exponentLimit = 1_000_000_000

  /// Parses a literal of the syntax tree: `-`, digits, a fraction, an exponent.
  package init(_ literal: String) {
    isNegative = false
    digits = []
    exponent = 0
    var isFraction = false
    var bytes = Array(literal.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent += Self.readExponent(bytes)
        bytes = []
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte)
        if isFraction { exponent -= 1 }
      default: break
      }
    }
    normalize()
  }

  package init(_ value: Int64) { self.init(String(value)) }

  private static func readExponent(_ bytes: ArraySlice<UInt8>) -> Int {
    var value = 0
    var isNegative = false
    for byte in bytes {
      if byte == UInt8(ascii: "-") { isNegative = true }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { continue }
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), exponentLimit)
    }
    return isNegative ? -value : value
  }

  private mutating func normalize() {
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  var isZero: Bool { digits.isEmpty }
  var isInteger: Bool { exponent >= 0 }
  /// The number of digits after the decimal point.
  package var decimalPlaces: Int { max(0, -exponent) }
  /// The number of digits before the decimal point, or 0 if that part is zero.
  package var integerDigits: Int { max(0, digits.count + exponent) }

  /// The value × 10 ^ `decimalPlaces`, or `nil` if that isn't an integer that fits into an `Int64`.
  package func int64(decimalPlaces count: Int = 0) -> Int64? {
    let zeros = exponent + count
    guard zeros >= 0, digits.count + zeros <= 19 else { return isZero ? 0 : nil }
    var result: Int64 = 0
    for position in 0..<(digits.count + zeros) {
      let digit = position < digits.count ? Int64(digits[position] - UInt8(ascii: "0")) : 0
      let (product, overflows) = result.multipliedReportingOverflow(by: 10)
      // Accumulates the negated value, because `Int64.min` has no positive counterpart.
      let (difference, underflows) = product.subtractingReportingOverflow(digit)
      if overflows || underflows { return nil }
      result = difference
    }
    if isNegative { return result }
    return result == .min ? nil : -result
  }

  /// The canonical text: `-1.1`, `1000`, `0.0001`. Its length grows with the exponent, so use it only after the number
  /// is known to fit its type.
  package var text: String {
    var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    let zero = UInt8(ascii: "0")
    if exponent >= 0 {
      bytes += digits.isEmpty ? [zero] : digits
      bytes += repeatElement(zero, count: exponent)
    } else if integerDigits > 0 {
      bytes += digits[..<integerDigits]
      bytes.append(UInt8(ascii: "."))
      bytes += digits[integerDigits...]
    } else {
      bytes += [zero, UInt8(ascii: ".")]
      bytes += repeatElement(zero, count: -exponent - digits.count)
      bytes += digits
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ExactNumber: Comparable {
  package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmallerMagnitude(than: left) : left.isSmallerMagnitude(than: right)
  }

  private func isSmallerMagnitude(than other: ExactNumber) -> Bool {
    if isZero || other.isZero { return isZero && !other.isZero }
    let magnitude = digits.count + exponent
    let otherMagnitude = other.digits.count + other.exponent
    if magnitude != otherMagnitude { return magnitude < otherMagnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

extension DefaultValue {
  /// The number × `scale`, a power of ten, as a fixed-point type stores it; `nil` if this isn't a number, or has more
  /// decimal places than the scale, or doesn't fit.
  package func units(scale: Int64) -> Int64? {
    let decimalPlaces = String(scale).utf8.count - 1
    return switch self {
    case .integer(let whole): ExactNumber(whole).int64(decimalPlaces: decimalPlaces)
    case .decimal(let text): ExactNumber(text).int64(decimalPlaces: decimalPlaces)
    default: nil
    }
  }
}
