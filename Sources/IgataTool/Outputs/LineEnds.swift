#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The line endings of a text, which a checkout may have changed.
enum LineEnds {
  /// The text with LF line endings.
  static func plain(_ text: [UInt8]) -> [UInt8] {
    guard memchr(text, Int32(UInt8(ascii: "\r")), text.count) != nil else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for (index, byte) in text.enumerated() {
      let isEnd = byte == UInt8(ascii: "\r") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
      if !isEnd { result.append(byte) }
    }
    return result
  }

  /// Whether two texts are equal except for their line endings.
  static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right || plain(left) == plain(right) }
}
