/// FNV-1a: a number that is the same for the same bytes in every process and on every machine, which Swift's own hashes
/// are not. It guards against mistakes, not against malice.
package struct StableHash {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  package mutating func combine(_ bytes: some Sequence<UInt8>) { for byte in bytes { combine(byte) } }
}
