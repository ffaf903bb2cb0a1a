#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime

// PostgreSQL's `numeric` in the binary format: the number of groups, the weight of the first, the sign, the number of
// decimal places to display, then the groups of four decimal digits each.

private enum DecimalSign {
  static let negative: UInt16 = 0x4000
  /// The signs of finite numbers. NaN and the infinities have others.
  static let finite: Set<UInt16> = [0, negative]
}

extension Int64 {
  /// The units of a number; `nil` if it isn't one of whole units, or has more than four groups of digits.
  ///
  /// - Parameters:
  ///   - count: The number of groups.
  ///   - scale: The units in 1, a power of ten.
  ///   - part: Reads two bytes of the number at an offset.
  init?(unitsOf count: Int, per scale: Int64, _ part: (Int) -> UInt16) {
    guard count <= 4, DecimalSign.finite.contains(part(4)) else { return nil }
    var units: Int64 = 0
    for group in 0..<count { units = units * 10_000 + Int64(part(8 + 2 * group)) }
    // The groups beyond the last digit of the number; less than 0 if it has a fraction.
    var groups = Int(Int16(bitPattern: part(2))) - count + 1
    var factor = scale
    while groups < 0, factor % 10_000 == 0 { (factor, groups) = (factor / 10_000, groups + 1) }
    var divisor: Int64 = 1
    while groups != 0 {
      let (product, isOverflow) = (groups < 0 ? divisor : factor).multipliedReportingOverflow(by: 10_000)
      guard !isOverflow else { return nil }
      if groups < 0 { (divisor, groups) = (product, groups + 1) } else { (factor, groups) = (product, groups - 1) }
    }
    let (product, isOverflow) = units.multipliedReportingOverflow(by: factor)
    guard !isOverflow, product % divisor == 0 else { return nil }
    self = part(4) == DecimalSign.negative ? -(product / divisor) : product / divisor
  }
}

extension Decimal {
  /// The number in the bytes; `nil` if they are malformed, not a finite number, or have more digits than a `Decimal`.
  init?(serverBytes bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8 else { return nil }
    let count = Int(bytes.bigEndian(at: 0, as: UInt16.self))
    let weight = Int(bytes.bigEndian(at: 2, as: Int16.self))
    let sign = bytes.bigEndian(at: 4, as: UInt16.self)
    guard DecimalSign.finite.contains(sign), bytes.count == 8 + 2 * count, abs(weight) < 1000 else { return nil }
    var text: [UInt8] = sign == DecimalSign.negative ? [UInt8(ascii: "-")] : []
    if weight < 0 { text.append(UInt8(ascii: "0")) }
    for group in min(0, weight + 1)..<max(count, weight + 1) {
      if group == weight + 1 { text.append(UInt8(ascii: ".")) }
      // The zeros between the decimal point and the first group are not stored.
      let digits = (0..<count).contains(group) ? bytes.bigEndian(at: 8 + 2 * group, as: Int16.self) : 0
      text += [1000, 100, 10, 1].map { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits / $0 % 10) }
    }
    self.init(exactly: String(decoding: Self.withoutLeadingZeros(text), as: UTF8.self))
  }

  private static func withoutLeadingZeros(_ text: [UInt8]) -> [UInt8] {
    let sign = text.prefix { $0 == UInt8(ascii: "-") }
    let digits = text.dropFirst(sign.count).drop { $0 == UInt8(ascii: "0") }
    let needsZero = digits.first == UInt8(ascii: ".") || digits.isEmpty
    return Array(sign) + (needsZero ? [UInt8(ascii: "0")] : []) + Array(digits)
  }

  /// Appends the number in the server's format. Appends nothing and returns `false` if it is NaN.
  func appendServerBytes(to bytes: inout [UInt8]) -> Bool {
    guard !isNaN else { return false }
    let text = canonicalText.utf8.drop { $0 == UInt8(ascii: "-") }
    let whole = Array(text.prefix { $0 != UInt8(ascii: ".") }.drop { $0 == UInt8(ascii: "0") })
    let fraction = Array(text.drop { $0 != UInt8(ascii: ".") }.dropFirst())
    let zero = UInt8(ascii: "0")
    func padding(_ count: Int) -> [UInt8] { Array(repeating: zero, count: (4 - count % 4) % 4) }
    var digits = padding(whole.count) + whole
    let wholeGroups = digits.count / 4
    digits += fraction
    digits += padding(fraction.count)
    var groups = stride(from: 0, to: digits.count, by: 4).map { start in
      digits[start..<(start + 4)].reduce(Int16(0)) { $0 * 10 + Int16($1 - zero) }
    }
    let leading = groups.prefix { $0 == 0 }.count
    groups.removeFirst(leading)
    while groups.last == 0 { groups.removeLast() }
    bytes.appendBigEndian(UInt16(truncatingIfNeeded: groups.count))
    bytes.appendBigEndian(Int16(truncatingIfNeeded: groups.isEmpty ? 0 : wholeGroups - leading - 1))
    bytes.appendBigEndian(isSignMinus && !groups.isEmpty ? DecimalSign.negative : 0)
    bytes.appendBigEndian(UInt16(truncatingIfNeeded: fraction.count))
    for group in groups { bytes.appendBigEndian(group) }
    return true
  }
}

#endif
