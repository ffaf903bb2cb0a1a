import IgataDiagnostics

/// Whether the bytes are a valid Swift number literal. The lexer accepts more than that, so that a malformed number is
/// one token.
func isWellFormed(number bytes: ArraySlice<UInt8>) -> Bool {
  var rest = bytes
  if let radix = radix(of: bytes) {
    rest = bytes.dropFirst(2)
    guard let first = rest.first, first != UInt8(ascii: "_") else { return false }
    return rest.allSatisfy { $0 == UInt8(ascii: "_") || digit($0).map { $0 < radix } == true }
  }
  guard takeDigits(&rest) else { return false }
  if rest.first == UInt8(ascii: ".") {
    rest.removeFirst()
    guard takeDigits(&rest) else { return false }
  }
  if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard takeDigits(&rest) else { return false }
  }
  return rest.isEmpty
}

/// The value of a number token in the form that ``LiteralSyntax`` documents. The value of a malformed one, which has
/// been reported, is zero.
func value(number token: Token, of bytes: [UInt8], isNegative: Bool) -> LiteralSyntax.Value {
  var text = bytes[token.start..<token.end]
  // Full-width digits have been reported, but their value is known.
  if let plain = plainNumber(text) { text = plain[...] }
  let isUsable = text.count <= TokenLimit.number && isWellFormed(number: text)
  let digits = text.filter { $0 != UInt8(ascii: "_") }
  let sign = isNegative ? "-" : ""
  if token.kind == .decimal {
    return .decimal(isUsable ? sign + String(decoding: digits, as: UTF8.self) : "0")
  }
  guard isUsable else { return .integer("0") }
  let decimal = radix(of: text).map { decimalDigits(digits.dropFirst(2), radix: $0) } ?? withoutLeadingZeros(digits)
  return .integer(decimal == "0" ? decimal : sign + decimal)
}

/// The number that the bytes look like, if they contain look-alikes of digits; otherwise `nil`.
func plainNumber(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  guard bytes.count <= TokenLimit.number, bytes.contains(where: { $0 >= 0x80 }),
    let plain = LookAlike.plain(String(decoding: bytes, as: UTF8.self)), isWellFormed(number: Array(plain.utf8)[...])
  else { return nil }
  return Array(plain.utf8)
}

private func radix(of bytes: ArraySlice<UInt8>) -> UInt32? {
  guard bytes.count >= 2, bytes.first == UInt8(ascii: "0") else { return nil }
  switch bytes[bytes.startIndex + 1] {
  case UInt8(ascii: "x"): return 16
  case UInt8(ascii: "o"): return 8
  case UInt8(ascii: "b"): return 2
  default: return nil
  }
}

/// Removes digits and `_`, the first of which must be a digit.
private func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Bool {
  guard let first = rest.first, isDecimalDigit(first) else { return false }
  rest = rest.drop { isDecimalDigit($0) || $0 == UInt8(ascii: "_") }
  return true
}

private func isDecimalDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func digit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte) - 0x30
  case 0x41...0x46: UInt32(byte) - 0x41 + 10
  case 0x61...0x66: UInt32(byte) - 0x61 + 10
  default: nil
  }
}

private func withoutLeadingZeros(_ digits: [UInt8]) -> String {
  let significant = digits.drop { $0 == UInt8(ascii: "0") }
  return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
}

/// Exact for any length. The time is quadratic, which is acceptable because the length of a number is limited.
private func decimalDigits(_ digits: ArraySlice<UInt8>, radix: UInt32) -> String {
  var reversed: [UInt32] = [0]
  for byte in digits {
    var carry = digit(byte) ?? 0
    for index in reversed.indices {
      let sum = reversed[index] * radix + carry
      (reversed[index], carry) = (sum % 10, sum / 10)
    }
    while carry > 0 {
      reversed.append(carry % 10)
      carry /= 10
    }
  }
  return withoutLeadingZeros(reversed.reversed().map { UInt8(truncatingIfNeeded: $0) + UInt8(ascii: "0") })
}
