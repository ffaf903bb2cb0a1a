/// A path as a part of a URI, by RFC 3986: every byte but those of letters, digits, `-._~` and `/` is encoded.
package func percentEncoded(_ path: String) -> String {
  // Most names have nothing to encode.
  if path.utf8.allSatisfy(isUnreserved) { return path }
  let digits = Array("0123456789ABCDEF".utf8)
  var result: [UInt8] = []
  for byte in path.utf8 {
    if isUnreserved(byte) {
      result.append(byte)
    } else {
      result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
    UInt8(ascii: "/"):
    true
  default: false
  }
}
