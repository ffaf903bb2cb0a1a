/// The result of decoding a scalar from a text that may be invalid UTF-8.
package struct DecodedScalar: Hashable, Sendable {
  /// `nil` if the bytes aren't valid UTF-8.
  package var scalar: Unicode.Scalar?
  /// The number of bytes that it takes, at least one. For invalid bytes, as many as one replacement character would
  /// replace.
  package var length: Int
}

/// Decodes the scalar that starts at `offset`, which must be inside `bytes`.
package func decodeScalar(_ bytes: [UInt8], at offset: Int) -> DecodedScalar {
  let first = bytes[offset]
  guard first >= 0x80 else { return DecodedScalar(scalar: Unicode.Scalar(first), length: 1) }
  let count: Int
  var allowed: ClosedRange<UInt8> = 0x80...0xBF
  switch first {
  case 0xC2...0xDF: count = 2
  case 0xE0: (count, allowed) = (3, 0xA0...0xBF)
  case 0xED: (count, allowed) = (3, 0x80...0x9F)
  case 0xE1...0xEF: count = 3
  case 0xF0: (count, allowed) = (4, 0x90...0xBF)
  case 0xF1...0xF3: count = 4
  case 0xF4: (count, allowed) = (4, 0x80...0x8F)
  default: return DecodedScalar(scalar: nil, length: 1)
  }
  var value = UInt32(first) & (0xFF >> UInt32(count + 1))
  for index in 1..<count {
    guard offset + index < bytes.count, allowed.contains(bytes[offset + index]) else {
      return DecodedScalar(scalar: nil, length: index)
    }
    value = value << 6 | UInt32(bytes[offset + index] & 0x3F)
    allowed = 0x80...0xBF
  }
  return DecodedScalar(scalar: Unicode.Scalar(value), length: count)
}

/// The start of the scalar that contains the byte at `offset`, not before `limit`.
package func scalarStart(_ bytes: [UInt8], at offset: Int, notBefore limit: Int) -> Int {
  var start = offset
  while start > limit, offset - start < 3, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  guard start < offset, start < bytes.count else { return offset }
  return start + decodeScalar(bytes, at: start).length > offset ? start : offset
}
