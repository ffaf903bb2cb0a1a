/// A hash of a file's content, to detect whether the file has changed since it was written.
///
/// It detects accidental changes, and isn't cryptographically secure.
struct ContentHash: Hashable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  init(_ bytes: [UInt8]) {
    let digits = String(Self.hash(bytes), radix: 16)
    text = "\(bytes.count)-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)"
  }

  /// The hash of several texts and of their boundaries.
  init(parts: [[UInt8]]) {
    var lengths: [UInt8] = []
    for part in parts { withUnsafeBytes(of: UInt64(part.count).littleEndian) { lengths += $0 } }
    self.init(parts.reduce(into: lengths) { $0 += $1 })
  }

  /// Hashes sixteen bytes at a time in two independent lanes, so that the processor can work on both in parallel. All
  /// outputs are hashed in each run.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    var left: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count)
    var right: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + 16 <= buffer.count {
        left = mixed(left ^ word(buffer, offset), 0xD6E8_FEB8_6659_FD93)
        right = mixed(right ^ word(buffer, offset + 8), 0xA076_1D64_78BD_642F)
        offset += 16
      }
      var rest = [UInt8](buffer[offset...])
      rest += repeatElement(0, count: 16 - rest.count)
      rest.withUnsafeBytes {
        left = mixed(left ^ word($0, 0), 0xD6E8_FEB8_6659_FD93)
        right = mixed(right ^ word($0, 8), 0xA076_1D64_78BD_642F)
      }
    }
    return mixed(left ^ (right << 32 | right >> 32), 0xE703_7ED1_A0B4_28DB)
  }

  private static func word(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Folds both halves of the product, so that each bit of the value affects all bits of the result.
  private static func mixed(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
