extension ExactNumber {
  /// The greatest distance of a digit from the point of a number in JSON: the limit of PostgreSQL after the point.
  static let jsonDigits = 16_383

  /// The number as the runtime writes it in JSON, with an exponent if the point is far from the digits; `nil` if
  /// not every database can store it.
  var jsonText: String? {
    let leading = exponent + digits.count - 1
    if isZero { return "0" }
    guard decimalPlaces <= Self.jsonDigits, leading < Self.jsonDigits else { return nil }
    if (-7..<21).contains(leading) { return text }
    let zero = UInt8(ascii: "0")
    let first = String(decoding: [digits.first ?? zero], as: UTF8.self)
    let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
    return "\(isNegative ? "-" : "")\(first)\(rest.isEmpty ? "" : "." + rest)e\(leading)"
  }
}
