import Foundation
import IgataDiagnostics
import IgataSyntax
import TestSupport
import Testing

@Suite struct LosslessnessTests {
  @Test func mutatedSamplesAreReadWhole() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let samples = try Fixtures.files(in: Fixtures.samples, ending: ".igata").map { try Fixtures.bytes($0) }
    for sample in samples { #expect(fault(sample) == nil) }
    for round in 0..<4_000 {
      var bytes = samples[round % samples.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      if let fault = fault(bytes) {
        Issue.record("seed \(seed), round \(round): \(fault)\n\(String(decoding: bytes, as: UTF8.self))")
        return
      }
    }
    print("mutated samples: seed \(seed)")
  }

  @Test func everyBeginningIsReadWhole() throws {
    for file in try Fixtures.files(in: Fixtures.folder.appending(path: "Tree"), ending: ".igata") {
      let bytes = try Fixtures.bytes(file)
      for end in 0...bytes.count {
        let fault = fault(Array(bytes[..<end]))
        #expect(fault == nil, "\(file.lastPathComponent) up to \(end)")
      }
    }
  }

  /// Describes an error in how the bytes are read, or returns `nil`.
  private func fault(_ bytes: [UInt8]) -> String? {
    let source = SourceFile(name: "mutated.igata", bytes: bytes)
    let (tree, diagnostics) = parse(source, file: 0)
    var end = 0
    for token in tree.tokens {
      guard token.start == end, token.end > token.start || token.kind == .end else { return "a token at \(token)" }
      end = token.end
    }
    guard end == bytes.count, tree.tokens.last?.kind == .end else { return "the tokens end at \(end)" }
    for diagnostic in diagnostics {
      let range = diagnostic.range
      guard 0 <= range.start, range.start <= range.end, range.end <= bytes.count else { return "\(diagnostic)" }
    }
    let isSorted = zip(diagnostics, diagnostics.dropFirst()).allSatisfy { $0.range.start <= $1.range.start }
    guard isSorted else { return "the findings are not in source order" }
    if diagnostics.isEmpty, String(validating: bytes, as: UTF8.self) == nil { return "invalid UTF-8 is accepted" }
    _ = renderText(diagnostics, files: [source], color: false)
    _ = format(tree)
    return nil
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 2: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &random))
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
    case 4:
      bytes.insert(contentsOf: Array("(){}[]\"`@,:=?.-/*#\\\n".utf8).shuffled(using: &random).prefix(1), at: start)
    default: bytes[start] = UInt8.random(in: 0...255, using: &random)
    }
  }

  /// Ten megabytes of one token, and long runs of what makes many tokens, are read to their end. The time limit is for
  /// endless loops.
  @Test(.timeLimit(.minutes(10))) func hugeInputsAreRead() {
    let hugeTokens = ["a", "\""]
    let tokens = ["#", "0", "\"\"\" ", " ", "//", "/* ", "\0", "口"]
    let runs = [
      "`", "(", "[", "{", "}", "?", "@", ".", "-", ",", "a ", "a:", "a,", "(]", "{(", "model a{", "case a ", "a\n",
      "/// x\na:b\n", "1..", "\u{301}", "\"\\", "(\n",
    ]
    let field = "model A {\n  a: Int = "
    for token in hugeTokens { expectRead(token, field, length: 10_000_000) }
    for token in tokens { expectRead(token, field, length: 500_000) }
    for run in runs {
      for start in ["", "model A {\n  a: Int @x(", "enum E {\n  case a = "] {
        expectRead(run, start, length: 12_000)
      }
    }
  }

  /// Members that share a line take a time in proportion to their number. Otherwise, these would take many minutes.
  @Test(.timeLimit(.minutes(1))) func manyMembersOfALine() {
    expectRead("x: Int ", "model A {\n  ", length: 300_000)
  }

  private func expectRead(_ unit: String, _ start: String, length: Int) {
    let unitBytes = Array(unit.utf8)
    let bytes = Array(start.utf8) + (0..<length).map { unitBytes[$0 % unitBytes.count] }
    let source = SourceFile(name: "huge.igata", bytes: bytes)
    let (tree, diagnostics) = parse(source, file: 0)
    #expect(!diagnostics.isEmpty && diagnostics.count <= 10_001, "\(start)\(unit)")
    #expect(renderText(diagnostics, files: [source], color: false).utf8.count < 20_000_000)
    _ = format(tree)
  }
}
