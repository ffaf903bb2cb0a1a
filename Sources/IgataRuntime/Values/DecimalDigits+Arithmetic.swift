internal import Foundation

extension DecimalDigits {
  /// The number × 10^`power`.
  func shifted(by power: Int) -> DecimalDigits {
    DecimalDigits(isNegative: isNegative, digits: digits, exponent: exponent + power)
  }

  var negated: DecimalDigits { DecimalDigits(isNegative: !isNegative, digits: digits, exponent: exponent) }

  func adding(_ other: DecimalDigits) -> DecimalDigits {
    if isZero { return other }
    if other.isZero { return self }
    let lowest = min(exponent, other.exponent)
    let left = digits(downTo: lowest)
    let right = other.digits(downTo: lowest)
    if isNegative == other.isNegative {
      return DecimalDigits(isNegative: isNegative, digits: Self.sum(left, right).reversed(), exponent: lowest)
    }
    let isLeftSmaller = Self.isLess(left, right)
    let difference = isLeftSmaller ? Self.difference(right, left) : Self.difference(left, right)
    return DecimalDigits(
      isNegative: isLeftSmaller ? other.isNegative : isNegative, digits: difference.reversed(), exponent: lowest)
  }

  /// The quotient with 38 digits, rounded to nearest, ties to even; with fewer digits if the others would be beyond the
  /// fraction digits of a `Decimal`.
  func divided(by divisor: Int64) -> DecimalDigits {
    guard divisor != 0, !isZero else { return DecimalDigits(0) }
    let bottom = divisor.magnitude
    var quotient: [UInt8] = []
    var significantCount = 0
    var rest: UInt128 = 0
    var position = leadingExponent
    var index = 0
    while (position >= exponent || rest != 0) && significantCount < 38 && position >= -128 {
      rest = rest * 10 + UInt128(index < digits.count ? digits[index] : 0)
      let digit = UInt8(rest / UInt128(bottom))
      rest %= UInt128(bottom)
      quotient.append(digit)
      if significantCount > 0 || digit > 0 { significantCount += 1 }
      index += 1
      position -= 1
    }
    if isAboveHalf(rest, of: bottom, then: digits.dropFirst(index), isOdd: (quotient.last ?? 0) % 2 == 1) {
      quotient = Self.sum(quotient.reversed(), [1]).reversed()
    }
    return DecimalDigits(isNegative: isNegative != (divisor < 0), digits: quotient, exponent: position + 1)
  }

  /// Whether `rest` and the digits after it are more than half of `bottom`, or exactly half and the digit before is
  /// odd.
  private func isAboveHalf(_ rest: UInt128, of bottom: UInt64, then digits: ArraySlice<UInt8>, isOdd: Bool) -> Bool {
    let double = rest * 2
    if double > UInt128(bottom) { return true }
    if double == UInt128(bottom) { return isOdd || digits.contains { $0 != 0 } }
    guard double + 1 == UInt128(bottom), let next = digits.first else { return false }
    // Half a unit is missing to the half, which the following digits may add.
    return next > 5 || (next == 5 && (isOdd || digits.dropFirst().contains { $0 != 0 }))
  }

  /// The digits, the least significant first, down to the power of ten `lowest`, which is at most `exponent`.
  private func digits(downTo lowest: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: exponent - lowest) + digits.reversed()
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(max(left.count, right.count) + 1)
    var carry: UInt8 = 0
    for index in 0..<max(left.count, right.count) {
      let sum = (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0) + carry
      result.append(sum % 10)
      carry = sum / 10
    }
    if carry > 0 { result.append(carry) }
    return result
  }

  /// `left` is not less than `right`.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(left.count)
    var borrow: UInt8 = 0
    for index in left.indices {
      let taken = (index < right.count ? right[index] : 0) + borrow
      borrow = left[index] < taken ? 1 : 0
      result.append(left[index] + borrow * 10 - taken)
    }
    return result
  }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    for index in (0..<max(left.count, right.count)).reversed() {
      let leftDigit = index < left.count ? left[index] : 0
      let rightDigit = index < right.count ? right[index] : 0
      if leftDigit != rightDigit { return leftDigit < rightDigit }
    }
    return false
  }
}
