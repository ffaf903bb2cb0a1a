#if SQLite || canImport(SQLite3)

/// Compares two plain decimal texts of any length by value, without rounding: negative if the first is less.
func compareDecimals(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
  let left = DecimalDigitsView(left)
  let right = DecimalDigitsView(right)
  if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
  let magnitude = left.compareMagnitude(to: right)
  return left.isNegative ? -magnitude : magnitude
}

/// The digits of a decimal text, without a copy.
private struct DecimalDigitsView {
  /// `false` for zero.
  var isNegative: Bool
  /// Without zeros at the beginning.
  var whole: Slice<UnsafeRawBufferPointer>
  /// Without zeros at the end.
  var fraction: Slice<UnsafeRawBufferPointer>

  init(_ text: UnsafeRawBufferPointer) {
    var digits = text[...]
    isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    whole = digits[..<point].drop { $0 == UInt8(ascii: "0") }
    fraction = digits[point...].dropFirst()
    while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
    if whole.isEmpty, fraction.isEmpty { isNegative = false }
  }

  func compareMagnitude(to other: DecimalDigitsView) -> Int32 {
    if whole.count != other.whole.count { return whole.count < other.whole.count ? -1 : 1 }
    for (left, right) in zip(whole, other.whole) where left != right { return left < right ? -1 : 1 }
    for (left, right) in zip(fraction, other.fraction) where left != right { return left < right ? -1 : 1 }
    if fraction.count == other.fraction.count { return 0 }
    return fraction.count < other.fraction.count ? -1 : 1
  }
}

#endif
