import Foundation
import IgataDiagnostics
import IgataSchema
import TestSupport
import Testing

struct RobustnessTests {
  /// Mutated samples and fixtures are resolved without a crash, and the result can be printed.
  @Test func mutatedSchemas() throws {
    let files = try SampleTests.samples() + Golden.files(in: FixtureTests.folder, ending: ".igata")
    var random = Random(seed: 20_240_601)
    var printed = 0
    for file in files {
      let words = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let lines = words.prefix { !$0.starts(with: "// \(file.lastPathComponent)".utf8) }.map { [UInt8]($0) }
      for _ in 0..<40 {
        let bytes = mutate(lines, &random)
        let source = SourceFile(name: "mutated.igata", bytes: bytes)
        let resolved = Resolved([source])
        if resolved.diagnostics.isEmpty { expectConsistent(resolved.schema) }
        printed += printSchema(resolved.schema).utf8.count
        let json = Data(schemaJSON(resolved.schema, files: [source]))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: json) }
        for diagnostic in resolved.diagnostics {
          let edits = diagnostic.fixes.flatMap(\.edits).map(\.range)
          let ranges = [diagnostic.range] + diagnostic.related.map(\.range) + edits
          #expect(ranges.allSatisfy { $0.start <= $0.end && $0.end <= bytes.count }, "\(diagnostic)")
          #expect(Set(ranges).count == ranges.count || !diagnostic.fixes.isEmpty, "\(diagnostic)")
        }
      }
    }
    #expect(printed > 100_000)
  }

  private func mutate(_ lines: [[UInt8]], _ random: inout Random) -> [UInt8] {
    var lines = lines
    for _ in 0...random.below(6) where !lines.isEmpty {
      let line = random.below(lines.count)
      switch random.below(5) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: random.below(lines.count))
      case 2: lines.swapAt(line, random.below(lines.count))
      case 3 where !lines[line].isEmpty: lines[line].remove(at: random.below(lines[line].count))
      default:
        let other = lines[random.below(lines.count)]
        let cut = random.below(lines[line].count + 1)
        lines[line].replaceSubrange(cut..., with: other.suffix(random.below(other.count + 1)))
      }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The time is linear in the size of the input, regardless of its content.
  @Test(arguments: Workload.all) func timeIsLinear(_ workload: Workload) throws {
    let (small, large) = (workload.text(2_000), workload.text(10_000))
    var figures: [String] = []
    // A busy machine may need another attempt.
    for _ in 0..<4 {
      let shortest = time { Resolved(small) }
      let longest = time { Resolved(large) }
      if longest < shortest * 10 + .milliseconds(200) { return }
      figures.append("\(shortest) and \(longest)")
    }
    Issue.record("\(workload.name): \(figures.joined(separator: ", "))")
  }

  private func time(_ body: () -> Resolved) -> Duration {
    ContinuousClock().measure { #expect(body().schema.fileCount == 1) }
  }
}

/// Input of any size with a construct that could take more than linear time.
struct Workload: Sendable, CustomTestStringConvertible {
  var name: String
  var text: @Sendable (Int) -> String
  var testDescription: String { name }

  static let all = [
    Workload(name: "models") { count in
      (0..<count).map {
        """
        model M\($0) {
          id: UUID = uuid() @primaryKey
          name: String = "" @length(...10)
          next: M\(($0 + 1) % count)?
          all: [M\(($0 + 7) % count)]
          index(name, next)
        }

        """
      }.joined()
    },
    Workload(name: "one long cycle") { count in
      (0..<count).map { "model M\($0) {\n  id: Int @primaryKey\n  next: M\(($0 + 1) % count)\n}\n" }.joined()
    },
    Workload(name: "many cycles") { count in
      let model = "model M {\n  id: Int @primaryKey\n"
      return model + (0..<count).map { "  f\($0): M\n" }.joined() + "}\n"
    },
    Workload(name: "keys of keys") { count in
      "model M0 {\n  id: Int @primaryKey\n}\n"
        + (1..<count).map { "model M\($0) {\n  m: M\($0 - 1) @primaryKey\n}\n" }.joined()
    },
    Workload(name: "structs of structs") { count in
      "struct S0 {\n  a: Int\n}\n"
        + (1..<count).map { "struct S\($0) {\n  a: S\($0 - 1)\n  b: S\($0 - 1)\n}\n" }.joined()
    },
    Workload(name: "unknown names") { count in
      "model M {\n  id: Int @primaryKey\n" + (0..<count).map { "  f\($0): Unknown\($0)\n" }.joined()
        + (0..<count).map { "  index(g\($0))\n" }.joined() + "}\n"
    },
    Workload(name: "duplicates") { count in
      String(repeating: "model M {\n  id: Int @primaryKey\n  id: Int\n}\n", count: count)
        + "enum E: Int {\n" + (0..<count).map { "  case c\($0 / 2) = \($0 / 3) @unknown\n" }.joined() + "}\n"
    },
    Workload(name: "attributes") { count in
      "model M {\n  id: Int @primaryKey\n  a: String" + String(repeating: " @length(1...) @unknwn", count: count) + "\n}\n"
    },
    Workload(name: "primary keys") { count in
      "model M {\n" + (0..<count).map { "  f\($0): Int = autoincrement() @primaryKey\n" }.joined()
        + String(repeating: "  primaryKey(f0, f1)\n", count: count) + "}\n"
    },
  ]
}

/// Numbers that are the same in every run.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return bound <= 0 ? 0 : Int((state >> 33) % UInt64(bound))
  }
}
