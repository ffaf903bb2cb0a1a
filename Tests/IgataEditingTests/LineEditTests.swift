import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataEditing

struct LineEditTests {
  /// The edits turn any text into any other, and leave what is the same alone.
  @Test func editsLeadToTheOtherText() {
    for round in 0..<FuzzingBudget.rounds(300) {
      var random = SplitMix64("lines", round: round)
      let old = lines(&random, random.below(40))
      var new = old
      for _ in 0..<random.below(6) {
        let index = random.below(new.count + 1)
        if random.chance(50) { new.insert(contentsOf: lines(&random, random.below(4)), at: index) }
        if random.chance(50), index < new.count { new.remove(at: index) }
      }
      let (left, right) = (file(old, random.chance(50)), file(new, random.chance(50)))
      let edits = lineEdits(from: left, to: right, file: 0)
      #expect(applied(edits, to: [left])[0].bytes == right.bytes, "round \(round)")
      #expect(edits.isEmpty == (left.bytes == right.bytes))
    }
  }

  /// One changed line is one edit, also in a large text.
  @Test func editsAreSmall() {
    let old = (0..<20_000).map { "line \($0)" }
    var new = old
    new[10_000] = "other"
    new.insert("more", at: 15_000)
    let edits = lineEdits(from: file(old, true), to: file(new, true), file: 0)
    #expect(edits.map(\.replacement) == ["other\n", "more\n"])
    let unlike = (0..<20_000).map { "row \($0)" }
    #expect(lineEdits(from: file(old, true), to: file(unlike, true), file: 0).count == 1)
  }

  private func lines(_ random: inout SplitMix64, _ count: Int) -> [String] {
    (0..<count).map { _ in ["a", "b", "", "}", "口座", "a b"][random.below(6)] }
  }

  private func file(_ lines: [String], _ endsLine: Bool) -> SourceFile {
    SourceFile(name: "a.igata", text: lines.joined(separator: "\n") + (endsLine ? "\n" : ""))
  }
}
