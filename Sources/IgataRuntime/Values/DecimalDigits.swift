internal import Foundation

/// An exact decimal number of any length: ± digits × 10^exponent.
///
/// Numbers of different types are converted to it to be compared, checked against bounds, and parsed.
package struct DecimalDigits: Hashable, Sendable {
  /// `false` for zero.
  private(set) var isNegative: Bool
  /// Each 0 to 9, the most significant first, without zeros at either end; empty for zero.
  private(set) var digits: [UInt8]
  /// The power of ten of the last digit; 0 for zero.
  private(set) var exponent: Int

  /// The greatest distance of a digit from the decimal point, which bounds the length of a number's text.
  static let farthestDigit = 20_000

  init(isNegative: Bool, digits: some Sequence<UInt8>, exponent: Int) {
    self.isNegative = isNegative
    self.digits = Array(digits.drop { $0 == 0 })
    self.exponent = exponent
    normalize()
  }

  init<Value: FixedWidthInteger>(_ value: Value) {
    self.init(isNegative: value < 0, digits: value.magnitude.description.utf8.map { $0 &- 48 }, exponent: 0)
  }

  /// `storedInteger` ÷ `scale`, a power of ten.
  init(storedInteger: Int64, scale: Int64) {
    let saved = DecimalDigits(storedInteger)
    let fractionDigits = max(0, scale.description.utf8.count - 1)
    self.init(isNegative: saved.isNegative, digits: saved.digits, exponent: saved.exponent - fractionDigits)
  }

  /// `nil` if the value is NaN.
  init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    let digits = value.significand.magnitude.description.utf8.lazy.map { $0 &- 48 }
    self.init(isNegative: value.isSignMinus, digits: digits, exponent: value.exponent)
  }

  /// The shortest number that reads back as this value; `nil` if the value isn't finite.
  init?(shortest value: Double) {
    guard value.isFinite else { return nil }
    self.init(value.description.utf8)
  }

  /// The decimal number from which a binary one was converted: the shortest that reads back as it. `nil` if the value
  /// isn't finite, or if it has so many digits that other numbers would read back as the same value.
  init?(meantBy value: Double) {
    self.init(shortest: value)
    if digits.count > 15 { return nil }
  }

  /// All digits of the value; `nil` if it isn't finite.
  init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    let isSubnormal = value.exponentBitPattern == 0
    let significand = value.significandBitPattern | (isSubnormal ? 0 : 1 << UInt64(Double.significandBitCount))
    let power = (isSubnormal ? 1 : Int(value.exponentBitPattern)) - 1075
    // A binary fraction m × 2^-k is m × 5^k × 10^-k.
    var digits = significand.description.utf8.map { $0 &- 48 }
    digits.reverse()
    for _ in 0..<power.magnitude { Self.multiply(&digits, by: power > 0 ? 2 : 5) }
    self.init(isNegative: value < 0, digits: digits.reversed(), exponent: min(power, 0))
  }

  /// Parses `-12.50` or `1.5e-3`, as JSON writes numbers; `nil` if the text isn't a number, or if it exceeds
  /// ``farthestDigit``.
  package init?(_ text: some Sequence<UInt8>) {
    var scanner = DecimalScanner()
    for byte in text where !scanner.take(byte) { return nil }
    guard let number = scanner.number else { return nil }
    self = number
  }

  var isZero: Bool { digits.isEmpty }

  /// The number of digits after the decimal point.
  var fractionCount: Int { max(0, -exponent) }

  /// The power of ten of the first digit.
  var leadingExponent: Int { exponent + digits.count - 1 }

  /// Whether the number is an integer.
  var isWhole: Bool { exponent >= 0 }

  /// All digits, with a decimal point and without an exponent: `-0.015`.
  var text: String {
    guard !digits.isEmpty else { return "0" }
    var bytes: [UInt8] = isNegative ? [45] : []
    let wholeCount = digits.count + exponent
    if wholeCount <= 0 {
      bytes += [48, 46]
      bytes += repeatElement(48, count: -wholeCount)
      bytes += digits.lazy.map { $0 + 48 }
    } else {
      bytes += digits.prefix(wholeCount).lazy.map { $0 + 48 }
      bytes += repeatElement(48, count: max(0, exponent))
      if wholeCount < digits.count {
        bytes.append(46)
        bytes += digits[wholeCount...].lazy.map { $0 + 48 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Like ``text``, but `1.5e300` if the decimal point is far from the digits.
  var shortText: String {
    guard !digits.isEmpty, !(-7..<21).contains(leadingExponent) else { return text }
    let significand = DecimalDigits(isNegative: isNegative, digits: digits, exponent: 1 - digits.count)
    return "\(significand.text)e\(leadingExponent)"
  }

  func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    guard isWhole else { return nil }
    // A number with more than 39 digits is outside every integer type.
    guard leadingExponent < 40 else { return nil }
    return Value(text)
  }

  /// `nil` if a `Decimal` can't hold all digits.
  var decimal: Decimal? {
    guard !isZero else { return 0 }
    var exponent = exponent
    var digits = digits
    // A number such as 1e140 fits if its zeros are written out.
    while exponent > 127, digits.count < 39 {
      digits.append(0)
      exponent -= 1
    }
    guard (-128...127).contains(exponent), digits.count < 40 else { return nil }
    let text = String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    guard let magnitude = UInt128(text) else { return nil }
    // Foundation's arithmetic removes the zeros again; its parser keeps them.
    if digits.last == 0 { return Decimal(string: "\(isNegative ? "-" : "")\(text)e\(exponent)") }
    return Decimal(isNegative: isNegative, magnitude: magnitude, exponent: exponent)
  }

  func multiplied(by other: DecimalDigits) -> DecimalDigits {
    // The least significant digit first; a column adds up to at most 81 for each digit of the shorter number.
    var columns = [Int](repeating: 0, count: digits.count + other.digits.count)
    for (leftIndex, left) in digits.reversed().enumerated() {
      for (rightIndex, right) in other.digits.reversed().enumerated() {
        columns[leftIndex + rightIndex] += Int(left) * Int(right)
      }
    }
    var carry = 0
    for index in columns.indices {
      let sum = columns[index] + carry
      columns[index] = sum % 10
      carry = sum / 10
    }
    return DecimalDigits(
      isNegative: isNegative != other.isNegative, digits: columns.reversed().map { UInt8($0) },
      exponent: exponent + other.exponent)
  }

  private mutating func normalize() {
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  /// Digits, the least significant first.
  private static func multiply(_ digits: inout [UInt8], by factor: UInt8) {
    var carry: UInt8 = 0
    for index in digits.indices {
      let product = digits[index] * factor + carry
      digits[index] = product % 10
      carry = product / 10
    }
    if carry > 0 { digits.append(carry) }
  }
}

extension DecimalDigits: Comparable {
  package static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmallerInMagnitude(than: left) : left.isSmallerInMagnitude(than: right)
  }

  private func isSmallerInMagnitude(than other: DecimalDigits) -> Bool {
    if isZero || other.isZero { return !other.isZero && isZero }
    if leadingExponent != other.leadingExponent { return leadingExponent < other.leadingExponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

/// Parses a number byte by byte.
private struct DecimalScanner {
  private enum State {
    case start, sign, leadingZero, whole, point, fraction, exponentMark, exponentSign, exponent
  }

  private var state = State.start
  private var isNegative = false
  private var digits: [UInt8] = []
  private var fractionCount = 0
  private var isExponentNegative = false
  private var exponent = 0

  /// Returns `false` if a number can't continue with this byte.
  mutating func take(_ byte: UInt8) -> Bool {
    switch (byte, state) {
    case (45, .start):
      isNegative = true
      state = .sign
    case (48...57, .start), (48...57, .sign):
      if byte != 48 { digits.append(byte - 48) }
      state = byte == 48 ? .leadingZero : .whole
    case (48...57, .whole):
      digits.append(byte - 48)
    case (46, .leadingZero), (46, .whole):
      state = .point
    case (48...57, .point), (48...57, .fraction):
      digits.append(byte - 48)
      fractionCount += 1
      state = .fraction
    case (69, .leadingZero), (69, .whole), (69, .fraction), (101, .leadingZero), (101, .whole), (101, .fraction):
      state = .exponentMark
    case (43, .exponentMark), (45, .exponentMark):
      isExponentNegative = byte == 45
      state = .exponentSign
    case (48...57, .exponentMark), (48...57, .exponentSign), (48...57, .exponent):
      // A larger exponent is out of bounds in any case. The limit prevents an overflow.
      exponent = min(exponent * 10 + Int(byte - 48), 1_000_000)
      state = .exponent
    default:
      return false
    }
    return true
  }

  var number: DecimalDigits? {
    switch state {
    case .leadingZero, .whole, .fraction, .exponent: break
    case .start, .sign, .point, .exponentMark, .exponentSign: return nil
    }
    let power = (isExponentNegative ? -exponent : exponent) - fractionCount
    let number = DecimalDigits(isNegative: isNegative, digits: digits, exponent: power)
    let farthest = DecimalDigits.farthestDigit
    guard number.exponent >= -farthest, number.leadingExponent <= farthest else { return nil }
    return number
  }
}
