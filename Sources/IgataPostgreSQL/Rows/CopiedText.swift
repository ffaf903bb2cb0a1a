#if PostgreSQL
internal import Foundation

extension UnsafeRawPointer {
  /// Copies the bytes of a text to `target`, and returns whether one of them is 0.
  ///
  /// Most texts are shorter than what the system's functions, one for each of the two, take to begin.
  @inline(__always)
  func copyText(_ count: Int, to target: UnsafeMutableRawPointer) -> Bool {
    if count < 16 { return copyShortText(count, to: target) }
    if count > 256 {
      target.copyMemory(from: self, byteCount: count)
      return memchr(self, 0, count) != nil
    }
    // The last sixteen bytes overlap with those before.
    let last = count &- 16
    var zeros = copy(SIMD2<UInt64>.self, to: target, last).zeroBytes
    var offset = 0
    while offset < last {
      zeros |= copy(SIMD2<UInt64>.self, to: target, offset).zeroBytes
      offset &+= 16
    }
    return zeros[0] | zeros[1] != 0
  }

  /// In pieces that do not overlap: a short text was put where it lies a moment ago, by whole words.
  @inline(__always)
  private func copyShortText(_ count: Int, to target: UnsafeMutableRawPointer) -> Bool {
    var zeros: UInt64 = 0
    var offset = 0
    if count & 8 != 0 {
      zeros = copy(UInt64.self, to: target, 0).zeroBytes
      offset = 8
    }
    if count & 4 != 0 {
      zeros |= (UInt64(copy(UInt32.self, to: target, offset)) | 0xFFFF_FFFF_0000_0000).zeroBytes
      offset &+= 4
    }
    if count & 2 != 0 {
      zeros |= (UInt64(copy(UInt16.self, to: target, offset)) | 0xFFFF_FFFF_FFFF_0000).zeroBytes
      offset &+= 2
    }
    if count & 1 != 0 {
      zeros |= (UInt64(copy(UInt8.self, to: target, offset)) | 0xFFFF_FFFF_FFFF_FF00).zeroBytes
    }
    return zeros != 0
  }

  @inline(__always)
  private func copy<Word: BitwiseCopyable>(
    _ type: Word.Type, to target: UnsafeMutableRawPointer, _ offset: Int
  ) -> Word {
    let word = loadUnaligned(fromByteOffset: offset, as: Word.self)
    target.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    return word
  }
}

// Not 0 where one of the bytes is: what was 0 borrows from the bit above it, and had no bit set there.

extension UInt64 {
  fileprivate var zeroBytes: UInt64 { (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080 }
}

extension SIMD2<UInt64> {
  fileprivate var zeroBytes: Self {
    (self &- Self(repeating: 0x0101_0101_0101_0101)) & ~self & Self(repeating: 0x8080_8080_8080_8080)
  }
}

#endif
