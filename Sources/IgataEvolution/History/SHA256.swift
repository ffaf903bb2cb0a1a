/// The SHA-256 of bytes, by FIPS 180-4.
package struct SHA256 {
  /// The number of bytes of a block.
  private static let length = 64
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  private var count = 0
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  /// The digest in hexadecimal digits, in lower case.
  package static func digest(of bytes: [UInt8]) -> String { text(of: words(of: bytes)) }

  /// The 32 bytes of the digest.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    words(of: bytes).flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func words(of bytes: [UInt8]) -> [UInt32] {
    var hash = SHA256()
    hash.append(bytes)
    return hash.digest()
  }

  /// The hexadecimal digits of a digest, in lower case.
  static func text(of digest: [UInt32]) -> String {
    digest.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }.joined()
  }

  mutating func append(_ bytes: [UInt8]) {
    count += bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(Self.length - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.length else { return }
      addBlocks(of: rest, from: 0)
      rest.removeAll(keepingCapacity: true)
    }
    let end = addBlocks(of: bytes, from: start)
    rest += bytes[end...]
  }

  /// The eight words of the digest of all bytes.
  consuming func digest() -> [UInt32] {
    var end = rest
    end.append(0x80)
    end += repeatElement(0, count: (120 - end.count % Self.length) % Self.length)
    withUnsafeBytes(of: (UInt64(count) * 8).bigEndian) { end += $0 }
    addBlocks(of: end, from: 0)
    return state.indices.map { state[$0] }
  }

  /// Adds the whole blocks from an offset on.
  ///
  /// - Returns: The offset after them.
  @discardableResult
  private mutating func addBlocks(of bytes: [UInt8], from start: Int) -> Int {
    let end = start + (bytes.count - start) / Self.length * Self.length
    bytes.withUnsafeBytes { buffer in
      for offset in stride(from: start, to: end, by: Self.length) {
        addBlock(buffer.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt32>.self))
      }
    }
    return end
  }

  /// - Parameter block: The 16 words of the block, as they are in memory.
  private mutating func addBlock(_ block: SIMD16<UInt32>) {
    // The schedule and the rounds are written out, 16 at a time, so that all words are variables. With the words in an
    // array a sum takes a third longer, and each build sums all sealed versions.
    var (w0, w1, w2, w3) = (block[0].bigEndian, block[1].bigEndian, block[2].bigEndian, block[3].bigEndian)
    var (w4, w5, w6, w7) = (block[4].bigEndian, block[5].bigEndian, block[6].bigEndian, block[7].bigEndian)
    var (w8, w9, w10, w11) = (block[8].bigEndian, block[9].bigEndian, block[10].bigEndian, block[11].bigEndian)
    var (w12, w13, w14, w15) = (block[12].bigEndian, block[13].bigEndian, block[14].bigEndian, block[15].bigEndian)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for start in stride(from: 0, to: 64, by: 16) {
      if start > 0 {
        Self.extend(&w0, w1, w9, w14)
        Self.extend(&w1, w2, w10, w15)
        Self.extend(&w2, w3, w11, w0)
        Self.extend(&w3, w4, w12, w1)
        Self.extend(&w4, w5, w13, w2)
        Self.extend(&w5, w6, w14, w3)
        Self.extend(&w6, w7, w15, w4)
        Self.extend(&w7, w8, w0, w5)
        Self.extend(&w8, w9, w1, w6)
        Self.extend(&w9, w10, w2, w7)
        Self.extend(&w10, w11, w3, w8)
        Self.extend(&w11, w12, w4, w9)
        Self.extend(&w12, w13, w5, w10)
        Self.extend(&w13, w14, w6, w11)
        Self.extend(&w14, w15, w7, w12)
        Self.extend(&w15, w0, w8, w13)
      }
      let constants = Self.constants[start..<(start + 16)]
      Self.round(a, b, c, &d, e, f, g, &h, w0 &+ constants[start])
      Self.round(h, a, b, &c, d, e, f, &g, w1 &+ constants[start + 1])
      Self.round(g, h, a, &b, c, d, e, &f, w2 &+ constants[start + 2])
      Self.round(f, g, h, &a, b, c, d, &e, w3 &+ constants[start + 3])
      Self.round(e, f, g, &h, a, b, c, &d, w4 &+ constants[start + 4])
      Self.round(d, e, f, &g, h, a, b, &c, w5 &+ constants[start + 5])
      Self.round(c, d, e, &f, g, h, a, &b, w6 &+ constants[start + 6])
      Self.round(b, c, d, &e, f, g, h, &a, w7 &+ constants[start + 7])
      Self.round(a, b, c, &d, e, f, g, &h, w8 &+ constants[start + 8])
      Self.round(h, a, b, &c, d, e, f, &g, w9 &+ constants[start + 9])
      Self.round(g, h, a, &b, c, d, e, &f, w10 &+ constants[start + 10])
      Self.round(f, g, h, &a, b, c, d, &e, w11 &+ constants[start + 11])
      Self.round(e, f, g, &h, a, b, c, &d, w12 &+ constants[start + 12])
      Self.round(d, e, f, &g, h, a, b, &c, w13 &+ constants[start + 13])
      Self.round(c, d, e, &f, g, h, a, &b, w14 &+ constants[start + 14])
      Self.round(b, c, d, &e, f, g, h, &a, w15 &+ constants[start + 15])
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// Makes a word of the schedule out of the one 16 words before and three others.
  @inline(__always)
  private static func extend(_ word: inout UInt32, _ early: UInt32, _ middle: UInt32, _ late: UInt32) {
    let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
    let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
    word = word &+ first &+ middle &+ second
  }

  /// A round, after which `d` and `h` are the new `e` and `a`, and every other variable the one after it.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (g ^ (e & (f ^ g))) &+ word
    d &+= first
    h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ ((a & b) | (c & (a | b)))
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 - count) }
}
