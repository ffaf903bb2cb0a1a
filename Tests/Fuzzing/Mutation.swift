import Foundation
import TestSupport

extension SplitMix64 {
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
    "\u{0}", "\u{FEFF}", "\u{202E}", "💥", "\"", "'", "`", "\\", "{{", "}}", "--", "/*", "*/", "(((((((((",
    "99999999999999999999",
    "-", "\r", "\n\n", "@", "é", "e\u{301}", ":", "=", "nil", "model", "enum X {}", "…",
  ]
}

extension Scratch {
  /// Runs `igata` in the folder; both streams in one. Ends it after a minute.
  func igata(_ arguments: [String]) throws -> Outcome {
    try Program(built: "igata", arguments, in: folder).run(joinsStreams: true, killedAfter: 60)
  }
}

/// The schemas that mutations begin with.
func sampleSchemas() throws -> [[UInt8]] {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return try ["household", "everything", "articles", "naughty"].map {
    [UInt8](try Data(contentsOf: tests.appending(path: "Samples/\($0).igata")))
  }
}
