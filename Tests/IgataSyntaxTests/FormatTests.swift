import Foundation
import IgataDiagnostics
import IgataSyntax
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test func samplesAreCanonical() throws {
    for file in try Fixtures.files(in: Fixtures.samples, ending: ".igata") {
      let bytes = try Fixtures.bytes(file)
      let source = SourceFile(name: file.lastPathComponent, bytes: bytes)
      #expect(format(parse(source, file: 0).tree) == String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Each fixture is a schema in a poor layout with its canonical layout, which formatting doesn't change and which
  /// means the same.
  @Test func fixturesAreLaidOutAsTheirGoldens() throws {
    for file in try Fixtures.files(in: Fixtures.folder.appending(path: "Format"), ending: ".igata") {
      let source = SourceFile(name: file.lastPathComponent, bytes: try Fixtures.bytes(file))
      let (tree, diagnostics) = parse(source, file: 0)
      #expect(diagnostics == [], "\(file.lastPathComponent)")
      let formatted = format(tree)
      try Fixtures.expect(formatted, equals: file.deletingPathExtension().appendingPathExtension("formatted"))
      try expectStable(formatted, of: tree)
    }
  }

  /// Random white space and comments in the samples change neither their meaning nor the stability of the layout.
  @Test func strewnSamplesAreStable() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let samples = try Fixtures.files(in: Fixtures.samples, ending: ".igata").map { try Fixtures.bytes($0) }
    var valid = 0
    for _ in 0..<2_000 {
      let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
      let source = SourceFile(name: "strewn.igata", bytes: scatter(sample, &random))
      let (tree, diagnostics) = parse(source, file: 0)
      guard !diagnostics.contains(where: { $0.severity == .error }) else { continue }
      valid += 1
      guard try expectStable(format(tree), of: tree) else {
        Issue.record("seed \(seed)\n\(String(decoding: source.bytes, as: UTF8.self))")
        return
      }
    }
    #expect(valid > 500, "seed \(seed)")
  }

  /// The layout of random schemas is stable, and keeps their meaning and their comments.
  @Test func randomSchemasAreStable() throws {
    let first = UInt64.random(in: 0...UInt64.max / 2)
    var valid = 0
    for seed in first..<first + 3_000 {
      let source = SourceFile(name: "random.igata", text: RandomSchema.text(seed: seed))
      let (tree, diagnostics) = parse(source, file: 0)
      guard !diagnostics.contains(where: { $0.severity == .error }) else { continue }
      valid += 1
      guard try expectStable(format(tree), of: tree) else {
        Issue.record("seed \(seed)\n\(String(decoding: source.bytes, as: UTF8.self))")
        return
      }
    }
    #expect(valid > 1_500, "from seed \(first)")
  }

  @discardableResult
  private func expectStable(_ formatted: String, of tree: SyntaxTree) throws -> Bool {
    let again = parse(SourceFile(name: "formatted.igata", text: formatted), file: 0)
    let isStable = format(again.tree) == formatted
    #expect(isStable, "formatting changes what was formatted:\n\(formatted)\n---\n\(format(again.tree))")
    let isSame = printTree(again.tree) == printTree(tree)
    #expect(isSame, "formatting changes the meaning:\n\(formatted)")
    let keepsComments = comments(again.tree) == comments(tree)
    #expect(keepsComments, "formatting changes a comment:\n\(formatted)")
    return isStable && isSame && keepsComments
  }

  private func comments(_ tree: SyntaxTree) -> [String] {
    tree.tokens.filter { [.lineComment, .blockComment, .documentation].contains($0.kind) }.map { token in
      String(decoding: tree.source.bytes[token.start..<token.end], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces).replacing("\r\n", with: "\n")
    }
  }

  /// Inserts comments and white space between tokens where a schema can have them, and sometimes where it can't.
  private func scatter(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let pieces = [
      " ", "\n", "\n\n\n", "\t", "  // why \n", " /* which */ ", "/* one\n   two */", "\n/// Told.\n", "\r\n",
      "\n  // own\n\n",
    ]
    var result: [UInt8] = []
    let rate = Int.random(in: 5...200, using: &random)
    for token in lex(bytes) {
      result.append(contentsOf: bytes[token.start..<token.end])
      let isNewline = token.kind == .newline
      if Int.random(in: 0..<rate, using: &random) == 0 || (isNewline && Int.random(in: 0..<4, using: &random) == 0) {
        result.append(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8)
      }
    }
    return result
  }
}
