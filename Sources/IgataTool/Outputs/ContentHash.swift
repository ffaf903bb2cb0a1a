/// A short name of a content, to tell whether a file is still as it was written.
///
/// It guards against accidents and not against malice: FNV-1a in 64 bits, with the length.
struct ContentHash: Hashable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  init(_ bytes: [UInt8]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    text = "\(bytes.count)-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)"
  }
}
