/// Whether a text is a URL that every implementation of Foundation accepts: a scheme followed only by characters of RFC
/// 3986. Hosts in brackets aren't supported, because they are unlikely in a default.
func isPlainURL(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(bytes[0]),
    bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }),
    colon + 1 < bytes.count
  else { return false }
  let rest = bytes[(colon + 1)...]
  guard rest.allSatisfy(isURLByte), rest.filter({ $0 == UInt8(ascii: "#") }).count <= 1 else { return false }
  return areEscapesWhole(rest) && isAuthorityPlain(rest)
}

private func areEscapesWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
  var rest = bytes
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else { continue }
    guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low) else { return false }
  }
  return true
}

/// Whether the authority `//user@host:port`, if there is one, has a host of plain characters and a port of digits.
private func isAuthorityPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
  guard bytes.starts(with: "//".utf8) else { return true }
  let authority = bytes.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
  let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
  let parts = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  guard let name = parts.first, !name.contains(UInt8(ascii: "%")), parts.count <= 2 else { return false }
  guard parts.count == 2 else { return true }
  return parts[1].count <= 5 && parts[1].allSatisfy(isDigit)
}

private func isURLByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || "-._~:/?#@!$&'()*+,;=%".utf8.contains(byte)
}

private func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func isHexDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
}
