internal import Foundation

extension String {
  /// Whether the UTF-8 bytes are equal; `==` is also true for texts that are canonically equivalent in Unicode.
  func hasSameBytes(as other: String) -> Bool { comparedByBytes(to: other) == .orderedSame }

  /// The order of the UTF-8 bytes, which is that of the code points.
  func comparedByBytes(to other: String) -> ComparisonResult {
    let fast = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        let common = min(left.count, right.count)
        guard common > 0, let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
          return order(left.count, right.count)
        }
        let result = memcmp(leftBase, rightBase, common)
        return result == 0 ? order(left.count, right.count) : order(result, 0)
      }
    }
    if case .some(.some(let result)) = fast { return result }
    return orderElements(utf8, other.utf8) { order($0, $1) }
  }

  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// Whether the text contains U+0000, which no database can store.
  var holdsNUL: Bool { withCString { memchr($0, 0, utf8.count) } != nil }
}

extension UUID {
  func comparedByBytes(to other: UUID) -> ComparisonResult {
    let (left, right) = (words, other.words)
    return left.0 == right.0 ? order(left.1, right.1) : order(left.0, right.0)
  }

  /// The bytes as two numbers, whose first bytes are the highest.
  var words: (UInt64, UInt64) {
    withUnsafeBytes(of: uuid) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self).bigEndian,
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
      )
    }
  }
}

extension String {
  /// The text with the letters A to Z in lowercase.
  var lowercasedASCII: String { String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self) }
}

extension UInt8 {
  /// The byte of the lowercase letter if it is one of A to Z.
  var lowercasedASCII: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
