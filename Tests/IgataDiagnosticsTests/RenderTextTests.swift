import IgataDiagnostics
import Testing

@Suite struct RenderTextTests {
  private static let kind = DiagnosticKind("some-kind", "Some.", example: "a", fix: "b")

  /// Each case is a source, the text that is marked in it, and the three lines that are printed.
  @Test func caretsAreBelowTheirSpans() {
    let long = String(repeating: "x", count: 100)
    let cases: [(source: String, mark: String, lines: [String])] = [
      ("a\n  b: Persn\n", "Persn", ["f:2:6: error: m [some-kind]", "    2 |   b: Persn", "      |      ^^^^^ h"]),
      ("\tb:\tX", "X", ["f:1:5: error: m [some-kind]", "    1 | \tb:\tX", "      | \t  \t^ h"]),
      ("口座: X", "X", ["f:1:5: error: m [some-kind]", "    1 | 口座: X", "      |       ^ h"]),
      ("x 口座 y", "口座", ["f:1:3: error: m [some-kind]", "    1 | x 口座 y", "      |   ^^^^ h"]),
      ("👨‍👩‍👧 X", "X", ["f:1:3: error: m [some-kind]", "    1 | 👨‍👩‍👧 X", "      |    ^ h"]),
      ("e\u{301} X", "X", ["f:1:3: error: m [some-kind]", "    1 | e\u{301} X", "      |   ^ h"]),
      ("a\u{202E}b X", "X", ["f:1:5: error: m [some-kind]", "    1 | a\\u{202E}b X", "      |            ^ h"]),
      ("\u{1}\u{7F} X", "X", ["f:1:4: error: m [some-kind]", "    1 | \\u{1}\\u{7F} X", "      |             ^ h"]),
      ("a b\r\nc\r\n", "b\r\nc", ["f:1:3: error: m [some-kind]", "    1 | a b", "      |   ^ h"]),
      ("\u{FEFF}a", "a", ["f:1:1: error: m [some-kind]", "    1 | a", "      | ^ h"]),
      ("a\n\nb", "\n\nb", ["f:1:2: error: m [some-kind]", "    1 | a", "      |  ^ h"]),
      (
        "\(long)\(long) mark \(long)\(long)", "mark",
        [
          "f:1:202: error: m [some-kind]",
          "    1 | …" + long.prefix(39) + " mark " + long.prefix(75) + "…",
          "      | " + String(repeating: " ", count: 41) + "^^^^ h",
        ]
      ),
    ]
    for item in cases {
      let source = SourceFile(name: "f", text: item.source)
      guard let range = range(of: item.mark, in: source) else {
        Issue.record("no \(item.mark)")
        continue
      }
      let report = renderText([Diagnostic(Self.kind, "m", at: range, help: "h")], files: [source], color: false)
      #expect(report == item.lines.joined(separator: "\n") + "\n")
    }
  }

  @Test func wholeReports() {
    let sources = [
      SourceFile(name: "dir/A.igata", bytes: Array("model A {\n  b: Persn\n".utf8) + [0xFF, 0x41]),
      SourceFile(name: "B\u{1B}.igata", text: ""),
    ]
    let findings = [
      Diagnostic(
        Self.kind, "two 'Persn'\u{1B}[0m", at: SourceRange(file: 0, start: 15, end: 20), severity: .warning,
        help: "fix\nit",
        related: [.init(SourceRange(file: 0, start: 6, end: 7), "the first is here")]),
      Diagnostic(Self.kind, "not text", at: SourceRange(file: 0, start: 21, end: 22)),
      Diagnostic(Self.kind, "empty", at: SourceRange(file: 1, start: 0, end: 0), severity: .note),
      Diagnostic(Self.kind, "nowhere", at: SourceRange(file: 9, start: -4, end: -9), help: "look"),
      Diagnostic(Self.kind, "outside", at: SourceRange(file: 0, start: 900, end: 40)),
    ]
    let plain = """
      dir/A.igata:2:6: warning: two 'Persn'\\u{1B}[0m [some-kind]
          2 |   b: Persn
            |      ^^^^^ fix it
      dir/A.igata:1:7: note: the first is here
          1 | model A {
            |       ^
      dir/A.igata:3:1: error: not text [some-kind]
          3 | \\xFFA
            | ^^^^
      B\\u{1B}.igata:1:1: note: empty [some-kind]
          1 |
            | ^
      error: nowhere [some-kind]
            = look
      dir/A.igata:3:3: error: outside [some-kind]
          3 | \\xFFA
            |      ^

      """
    #expect(renderText(findings, files: sources, color: false) == plain)
    let colored = renderText(findings, files: sources, color: true)
    #expect(colored.contains("\u{1B}[1mdir/A.igata:2:6:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m two"))
    #expect(colored.contains("\u{1B}[1;31m^^^^\u{1B}[0m\n"))
    #expect(colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
  }

  @Test func sortingIsByFileThenLocationThenSeverity() {
    let order: [(file: Int, start: Int, severity: Diagnostic.Severity, message: String)] = [
      (0, 1, .error, "a"), (0, 1, .error, "b"), (0, 1, .warning, "c"), (0, 2, .note, "d"), (1, 0, .error, "e"),
    ]
    let findings = order.map {
      Diagnostic(Self.kind, $0.message, at: SourceRange(file: $0.file, start: $0.start, end: 9), severity: $0.severity)
    }
    let shuffled = [findings[4], findings[0], findings[3], findings[2], findings[1]]
    #expect(shuffled.sortedInSourceOrder() == findings)
  }

  private func range(of mark: String, in source: SourceFile) -> SourceRange? {
    let text = source.bytes
    let wanted = Array(mark.utf8)
    for start in 0...max(0, text.count - wanted.count) where text[start...].starts(with: wanted) {
      return SourceRange(file: 0, start: start, end: start + wanted.count)
    }
    return nil
  }
}
