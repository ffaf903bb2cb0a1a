import IgataDiagnostics
import TestSupport
import Testing

@Suite struct PositionTests {
  @Test func offsetsAreLinesAndColumns() {
    let family = "👨‍👩‍👧"
    let cases: [(bytes: [UInt8], offset: Int, line: Int, column: Int)] = [
      ([], 0, 1, 1),
      ([], 7, 1, 1),
      (Array("ab\ncd".utf8), -3, 1, 1),
      (Array("ab\ncd".utf8), 2, 1, 3),
      (Array("ab\ncd".utf8), 3, 2, 1),
      (Array("ab\ncd".utf8), 99, 2, 3),
      (Array("ab\n".utf8), 3, 2, 1),
      (Array("ab\r\ncd".utf8), 2, 1, 3),
      (Array("ab\r\ncd".utf8), 3, 1, 3),
      (Array("ab\r\ncd".utf8), 4, 2, 1),
      (Array("a\rb\n".utf8), 2, 1, 3),
      (Array("\u{FEFF}ab".utf8), 0, 1, 1),
      (Array("\u{FEFF}ab".utf8), 3, 1, 1),
      (Array("\u{FEFF}ab".utf8), 4, 1, 2),
      (Array("口座x".utf8), 3, 1, 2),
      (Array("口座x".utf8), 4, 1, 2),
      (Array("口座x".utf8), 6, 1, 3),
      (Array("e\u{301}x".utf8), 1, 1, 1),
      (Array("e\u{301}x".utf8), 3, 1, 2),
      (Array("\(family)x".utf8), 4, 1, 1),
      (Array("\(family)x".utf8), family.utf8.count, 1, 2),
      (Array("🇩🇪🇯🇵x".utf8), 8, 1, 2),
      (Array("🇩🇪🇯🇵x".utf8), 12, 1, 2),
      ([0xFF, 0xFE, 0x61], 1, 1, 2),
      ([0xFF, 0xFE, 0x61], 2, 1, 3),
      ([0xE5, 0x8F, 0x61], 2, 1, 2),
      ([0xF0, 0x9F], 2, 1, 2),
    ]
    for (index, item) in cases.enumerated() {
      let position = SourceFile(name: "", bytes: item.bytes).position(at: item.offset)
      #expect(position == SourcePosition(line: item.line, column: item.column), "case \(index)")
    }
  }

  /// Long lines are read in steps; the steps must not affect the result.
  @Test func longLinesAreCountedAsShortOnes() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", " ", "口", "座", "é", "e\u{301}", "👨‍👩‍👧", "🇩🇪", "\u{301}", "\u{200D}", "한", "\u{600}", "\t", "ｱ",
    ]
    for _ in 0..<20 {
      var line = ""
      let preferred = pieces.randomElement(using: &random) ?? ""
      for _ in 0..<1_500 {
        line += Bool.random(using: &random) ? preferred : pieces.randomElement(using: &random) ?? ""
      }
      let source = SourceFile(name: "", text: "first\n\(line)\nlast")
      let table = LineTable(source)
      var column = 1
      for index in line.indices {
        let offset = 6 + line.utf8.distance(from: line.startIndex, to: index)
        let position = table.position(at: offset)
        #expect(position == SourcePosition(line: 2, column: column), "seed \(seed)")
        if position.column != column { return }
        column += 1
      }
      #expect(table.offsets(ofLine: 2) == 6..<6 + line.utf8.count)
    }
  }
}
