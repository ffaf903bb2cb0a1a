import Foundation
import IgataDiagnostics
import Testing

@Suite struct RenderDataTests {
  private static let kind = DiagnosticKind("some-kind", "Some.", example: "a", fix: "b")
  private static let bare = DiagnosticKind("bare", "Bare.", example: "a", fix: "b")
  private static let hostile = [
    "", "plain", "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}\u{9F}", "\n\r\t", "\u{2028}\u{2029}\u{202E}", "口座 👨‍👩‍👧", "%25%,:",
    "\u{FEFF}",
  ]

  @Test func quotedTextComesBack() throws {
    for text in Self.hostile {
      let quoted = JSONText.quoted(text)
      let back = try JSONDecoder().decode([String].self, from: Data("[\(quoted)]".utf8))
      #expect(back.first.map { Array($0.utf8) } == Array(text.utf8))
      #expect(quoted.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
    #expect(JSONText.quoted("a\"\n\u{1}é") == #""a\"\n\u0001é""#)
  }

  @Test func findingsAreJSON() throws {
    let source = SourceFile(name: "a\"b.igata", text: "one\ntwo 口 three\n")
    let range = SourceRange(file: 0, start: 8, end: 11)
    let finding = Diagnostic(
      Self.kind, "a \"message\"", at: range, severity: .warning, help: "fix",
      related: [.init(SourceRange(file: 0, start: 0, end: 7), "other")],
      fixes: [.init(title: "fix", range: range, replacement: "x\n", isSafe: true)])
    let bare = Diagnostic(Self.bare, "nowhere", at: SourceRange(file: 4, start: 0, end: 0))
    let location = #""file": "a\"b.igata", "line": 2, "column": 5, "endLine": 2, "endColumn": 6, "start": 8, "end": 11"#
    let other = #""file": "a\"b.igata", "line": 1, "column": 1, "endLine": 2, "endColumn": 4, "start": 0, "end": 7"#
    let expected = """
      [
        {"id": "some-kind", "severity": "warning", "message": "a \\"message\\"", \(location), "help": "fix", \
      "related": [{"message": "other", \(other)}], \
      "fixes": [{"title": "fix", "safe": true, "edits": [{"replacement": "x\\n", \(location)}]}]},
        {"id": "bare", "severity": "error", "message": "nowhere"}
      ]

      """
    #expect(renderJSON([finding, bare], files: [source]) == expected)
    #expect(renderJSON([], files: []) == "[]\n")
    let decoded = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? [[String: Any]]
    #expect(decoded?.count == 2)
  }

  @Test func findingsAreWorkflowCommands() {
    let source = SourceFile(name: "a,b:c%.igata", text: "one\ntwo three\n")
    let kind = Self.kind
    let findings = [
      Diagnostic(
        kind, "100% :, wrong\r\n", at: SourceRange(file: 0, start: 8, end: 13), help: "fix",
        related: [.init(SourceRange(file: 0, start: 0, end: 3), "other")]),
      Diagnostic(kind, "two lines", at: SourceRange(file: 0, start: 0, end: 7), severity: .warning),
      Diagnostic(kind, "nowhere", at: SourceRange(file: 1, start: 0, end: 7), severity: .note),
    ]
    let name = "a%2Cb%3Ac%25.igata"
    #expect(
      renderGitHub(findings, files: [source]) == """
        ::error file=\(name),line=2,endLine=2,col=5,endColumn=10,title=some-kind::\
        100%25 :, wrong%0D%0A%0Afix%0Aa,b:c%25.igata:1:1: note: other
        ::warning file=\(name),line=1,endLine=2,title=some-kind::two lines
        ::notice title=some-kind::nowhere

        """)
  }
}
