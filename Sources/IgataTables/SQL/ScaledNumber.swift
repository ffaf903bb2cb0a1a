/// Exact decimal text times a power of ten, as a whole number where the scale is not 1; `nil` if it would not be
/// whole, or the text is no plain decimal number.
public func scaledNumber(_ text: String, by scale: Int64) -> String? {
  var digits = text.utf8[...]
  let isNegative = digits.first == UInt8(ascii: "-")
  if isNegative { digits.removeFirst() }
  let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, !whole.isEmpty, parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } }) else {
    return nil
  }
  guard scale != 1 else { return text }
  var fraction = parts.count > 1 ? Array(parts[1]) : []
  while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
  let digitCount = String(scale).utf8.count - 1
  guard fraction.count <= digitCount else { return nil }
  let padding = [UInt8](repeating: UInt8(ascii: "0"), count: digitCount - fraction.count)
  let all = (Array(whole) + fraction + padding).drop { $0 == UInt8(ascii: "0") }
  guard !all.isEmpty else { return "0" }
  return (isNegative ? "-" : "") + String(decoding: all, as: UTF8.self)
}
