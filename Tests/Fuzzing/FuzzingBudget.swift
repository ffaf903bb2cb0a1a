import Foundation

/// How much the suite tries.
///
/// `IGATA_FUZZING=100 Tests/run --filter FuzzingTests` tries a hundred times as much as the ordinary run, and
/// `IGATA_FUZZING_SEED` begins elsewhere. Each failure names the seed and the round that lead to it again.
enum FuzzingBudget {
  static let seed = UInt64(value("IGATA_FUZZING_SEED")) ?? 1

  static func rounds(_ ordinary: Int) -> Int { ordinary * max(1, Int(value("IGATA_FUZZING")) ?? 1) }

  private static func value(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }
}

/// SplitMix64, from "Fast splittable pseudorandom number generators" (Steele, Lea, Flood; 2014): the same numbers on
/// every machine.
struct FuzzingRandom: RandomNumberGenerator {
  private var state: UInt64

  /// A sequence of its own for each round of each test.
  init(_ test: String, round: Int) {
    state = FuzzingBudget.seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(round)
    for byte in test.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func element<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// The bytes with a few of them changed, removed, repeated or moved.
  mutating func mutated(_ bytes: [UInt8], changes: Int = 4) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(changes) where !bytes.isEmpty {
      let index = below(bytes.count)
      switch below(6) {
      case 0: bytes[index] ^= 1 << UInt8(below(8))
      case 1: bytes[index] = UInt8(below(256))
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + below(8)))
      case 3: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + below(16))], at: below(bytes.count))
      case 4: bytes.removeSubrange(index...)
      default: bytes.insert(contentsOf: element(Self.hostile).utf8, at: index)
      }
    }
    return bytes
  }

  private static let hostile = [
    "\u{0}", "\u{FEFF}", "\u{202E}", "💥", "\"", "'", "`", "\\", "{{", "}}", "--", "/*", "*/", "(((((((((", "99999999999999999999",
    "-", "\r", "\n\n", "@", "é", "e\u{301}", ":", "=", "nil", "model", "enum X {}", "…",
  ]
}
