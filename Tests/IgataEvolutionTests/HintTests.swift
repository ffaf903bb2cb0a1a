import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataEvolution

/// What an error proposes is tried on the schema that it was proposed for: afterwards the error is gone, and none is
/// new.
struct HintTests {
  private static let key = "id: Int64 @primaryKey\n"

  /// Schemas beside those of the fixtures, with an error.
  private static let steps: [(old: String, new: String)] = [
    (
      "model Agent { \(key) }\nmodel Note { \(key) agent: Agent? }",
      "model Agent { \(key) }\nmodel Note { \(key) agent: Agent }"
    ),
    ("model A { \(key) }", "model A { \(key) n: Int @range(1...20) }"),
    ("model A { \(key) n: Int? }", "model A { \(key) n: Int @range(...(-3)) }"),
    ("model A { \(key) s: String? }", "model A { \(key) s: String @length(3...9) }"),
    ("model A { \(key) s: [String]? }", "model A { \(key) s: [String] @length(1...) }"),
    ("model A { \(key) s: String }", "model A { \(key) s: String @length(...9) }"),
    ("model A { \(key) n: Int }", "model A { \(key) n: Int @range(5...9) }"),
    ("model A { \(key) n: Double }", "model A { \(key) n: Int }"),
    ("model A { id: Int64 = autoincrement() @primaryKey\n up: A? }", "model A { id: UUID = uuid() @primaryKey\n up: A? }"),
    ("model A { \(key) u: UUID? }", "model A { \(key) u: UUID }"),
    ("model A { \(key) s: String }", "model A { \(key) n: Int = 1\n t: String = \"\" }"),
    ("model A { \(key) comment: String }", "model A { \(key) comments: Data = b64(\"\")\n note: String = \"\" }"),
    ("model A { \(key) a: Int }", "model A { \(key) b: String? }"),
    ("model A { \(key) a: Int\n b: Int }", "model A { \(key) b: Int }"),
    ("enum E: String { case a, b }\nmodel A { \(key) e: E }", "enum E: String { case a, c }\nmodel A { \(key) e: E }"),
  ]

  @Test func proposalsAreAccepted() throws {
    var count = 0
    var pairs = Self.steps
    for file in try Golden.files(in: FixtureTests.folder, ending: ".igata") {
      pairs += try FixtureTests.cases(in: file).map { ($0.old, $0.new) }
    }
    for (old, new) in pairs {
      let step = Step(old, new)
      guard step.errors.isEmpty else { continue }
      for diagnostic in step.evolution.diagnostics {
        for edits in diagnostic.fixes.map(\.edits) + diagnostic.hintedEdits(in: new) {
          count += 1
          let text = Self.text(new, edits)
          let after = Step(old, text)
          let former = Self.counts(step, new)
          let found = Self.counts(after, text).filter { $0.value > former[$0.key] ?? 0 }
          let isGone = after.evolution.diagnostics.count < step.evolution.diagnostics.count
          #expect(after.errors == "" && isGone && found.isEmpty, "\(diagnostic.message)\n\(text)\n\(after.report)")
        }
      }
    }
    #expect(count > 40, "\(count)")
  }

  /// How many errors of a kind each declaration has.
  private static func counts(_ step: Step, _ text: String) -> [String: Int] {
    let bytes = Array(text.utf8)
    let kinds = step.evolution.diagnostics.map { diagnostic in
      let name = String(decoding: bytes[diagnostic.range.start..<diagnostic.range.end], as: UTF8.self)
      return ("\(diagnostic.kind.id) at \(name)", 1)
    }
    return Dictionary(kinds, uniquingKeysWith: +)
  }

  private static func text(_ text: String, _ edits: [Diagnostic.Fix.Edit]) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Diagnostic {
  /// The attributes that the help quotes, each added to the field; those that leave something out are none.
  fileprivate func hintedEdits(in text: String) -> [[Fix.Edit]] {
    let kinds: [DiagnosticKind] = [
      .needsBackfill, .lossyConversion, .unknownConversion, .mayStop, .overwrittenValues,
    ]
    guard kinds.contains(kind) else { return [] }
    let bytes = Array(text.utf8)
    guard range.end < bytes.count, bytes[range.end] == UInt8(ascii: ":") else { return [] }
    let line = bytes[range.end...].prefix { $0 != UInt8(ascii: "\n") }
    let isLast = line.count { $0 == UInt8(ascii: "}") } > line.count { $0 == UInt8(ascii: "{") }
    let end = isLast ? line.lastIndex(of: UInt8(ascii: "}")) ?? line.endIndex : line.endIndex
    return (help ?? "").matches(of: /'(@(?:backfill|allow)\(.*?\))'/).compactMap { match in
      let attribute = String(match.1)
      let isWhole = !attribute.contains("sql:") && !attribute.contains("swift:") && !attribute.contains(".case") && !attribute.contains("none")
      guard isWhole || attribute.hasPrefix("@allow") else { return nil }
      return [Fix.Edit(SourceRange(file: range.file, start: end, end: end), " \(attribute) ")]
    }
  }
}
