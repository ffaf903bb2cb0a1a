import Foundation
import IgataDiagnostics
import Testing

/// The reports that other programs read: SARIF and JUnit.
@Suite struct RenderReportTests {
  private static let source = SourceFile(name: "a b/口座.igata", text: "one\nこ👨‍👩‍👧 three\n")
  private static let kind = DiagnosticKind("some-kind", "Some.\nAll of it.", example: "a", fix: "b")
  private static let bare = DiagnosticKind("bare", "Bare.", example: "a", fix: "b")
  /// `three`
  private static let range = SourceRange(file: 0, start: 26, end: 31)

  private static let reported = [
    ReportedDiagnostic(
      Diagnostic(
        kind, "100% <wrong>\u{1}", at: range, severity: .warning, help: "fix",
        related: [
          .init(SourceRange(file: 0, start: 0, end: 3), "other"), .init(SourceRange(file: 9, start: 0, end: 3), "gone"),
        ],
        fixes: [
          .init(
            title: "fix",
            edits: [.init(range, "x\n"), .init(SourceRange(file: 1, start: 0, end: 0), "y")], isSafe: false),
          .init(title: "nothing", edits: [], isSafe: true),
        ]),
      path: "Account.owner"),
    ReportedDiagnostic(Diagnostic(kind, "known", at: range), suppression: .external),
    ReportedDiagnostic(Diagnostic(kind, "silenced", at: range), suppression: .inSource(reason: "why")),
    ReportedDiagnostic(Diagnostic(bare, "nowhere", at: SourceRange(file: 4, start: 0, end: 0))),
  ]

  private static let kinds = [
    KindDescription(DiagnosticKind("off", "Off.", example: "a", fix: "b"), severity: nil, group: "names"),
    KindDescription(kind, address: "https://docs.example/some-kind"),
  ]

  /// The keys that the SARIF schema defines for each object that is written here, with a `!` after those that it
  /// requires.
  private static let objects: [String: Set<String>] = [
    "log": ["$schema", "version!", "runs!"],
    "runs": ["tool!", "columnKind", "artifacts", "results"],
    "tool": ["driver!"],
    "driver": ["name!", "version", "rules"],
    "rules": [
      "id!", "shortDescription", "fullDescription", "helpUri", "help", "defaultConfiguration", "properties",
    ],
    "shortDescription": ["text!"],
    "fullDescription": ["text!"],
    "partialFingerprints": ["igataDeclaration/v1"],
    "help": ["text!", "markdown"],
    "defaultConfiguration": ["enabled", "level"],
    "properties": ["category"],
    "artifacts": ["location"],
    "location": ["uri"],
    "artifactLocation": ["uri", "index"],
    "results": [
      "ruleId", "ruleIndex", "level", "message!", "locations", "relatedLocations", "fixes", "suppressions",
      "partialFingerprints",
    ],
    "message": ["text"],
    "locations": ["physicalLocation", "logicalLocations"],
    "relatedLocations": ["id", "physicalLocation", "message"],
    "physicalLocation": ["artifactLocation", "region"],
    "logicalLocations": ["fullyQualifiedName"],
    "region": ["startLine", "startColumn", "endLine", "endColumn"],
    "suppressions": ["kind!", "justification"],
    "fixes": ["description", "artifactChanges!"],
    "description": ["text!"],
    "artifactChanges": ["artifactLocation!", "replacements!"],
    "replacements": ["deletedRegion!", "insertedContent"],
    "deletedRegion": ["startLine", "startColumn", "endLine", "endColumn"],
    "insertedContent": ["text"],
  ]

  @Test func sarifIsWellFormed() throws {
    let other = SourceFile(name: "/tmp/x.igata", text: "two\n")
    let text = renderSARIF(Self.reported, files: [Self.source, other], kinds: Self.kinds, version: "1.2")
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var seen: Set<String> = []
    check(log, as: "log", &seen)
    #expect(seen == Set(Self.objects.keys))
    for part in [
      #""uri": "a%20b/%E5%8F%A3%E5%BA%A7.igata""#, #""uri": "file:///tmp/x.igata""#,
      #""columnKind": "unicodeCodePoints""#,
      // One for こ, five for the family, one for the space.
      #""region": {"startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 13}"#,
      #""deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}"#,
      #""suppressions": [{"kind": "inSource", "justification": "why"}]"#, #""suppressions": [{"kind": "external"}]"#,
      #""fullDescription": {"text": "Some.\nAll of it."}"#,
      #""partialFingerprints": {"igataDeclaration/v1": "some-kind:Account.owner:1"}"#,
      #""fullDescription": {"text": "Off."}, "help""#, #""helpUri": "https://docs.example/some-kind""#,
      #""ruleId": "some-kind", "ruleIndex": 1"#, #""enabled": false, "level": "none""#,
      #""ruleId": "bare", "level": "error", "message": {"text": "nowhere"}}"#,
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
  }

  private func check(_ value: Any, as name: String, _ seen: inout Set<String>) {
    if let list = value as? [Any] {
      for element in list { check(element, as: name, &seen) }
    } else if let object = value as? [String: Any] {
      seen.insert(name)
      let known = Self.objects[name] ?? []
      let required = known.filter { $0.hasSuffix("!") }.map { String($0.dropLast()) }
      #expect(Set(required).isSubset(of: object.keys), "\(name): \(object.keys.sorted())")
      #expect(
        Set(object.keys).isSubset(of: known.map { $0.replacing("!", with: "") }), "\(name): \(object.keys.sorted())")
      for (key, value) in object { check(value, as: key, &seen) }
    }
  }

  /// Findings of one kind about one declaration are told apart by their order in the file, and by nothing else.
  @Test func fingerprintsAreUnique() {
    let other = SourceFile(name: "other.igata", text: "one\n")
    let findings = [(0, 0), (0, 4), (1, 0)].map { file, start in
      ReportedDiagnostic(
        Diagnostic(Self.kind, "wrong", at: SourceRange(file: file, start: start, end: start + 1)), path: "Account.owner")
    }
    let text = renderSARIF(findings, files: [Self.source, other], kinds: [], version: "1")
    #expect(text.components(separatedBy: #""some-kind:Account.owner:1""#).count == 3)
    #expect(text.components(separatedBy: #""some-kind:Account.owner:2""#).count == 2)
  }

  @Test func sarifOfNothing() throws {
    let text = renderSARIF([], files: [], kinds: [], version: "1")
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((log?["runs"] as? [[String: Any]])?.first?["results"] as? [Int] == [])
  }

  @Test func findingsAreTests() throws {
    let fine = SourceFile(name: "fine.igata", text: "")
    let text = renderJUnit(Self.reported.map(\.diagnostic), files: [Self.source, fine], title: "igata lint")
    let parser = JUnitReader()
    #expect(parser.read(text), "\(text)")
    #expect(parser.elements["testsuite"] == 3 && parser.elements["testcase"] == 5 && parser.elements["failure"] == 4)
    #expect(text.contains(#"tests="5" failures="4""#))
    #expect(text.contains(#"<testcase name="some-kind:2:4" classname="a b/口座.igata" file="a b/口座.igata" line="2">"#))
    #expect(text.contains("message=\"100% &lt;wrong&gt;\u{FFFD}\""))
  }
}

/// Counts the elements of an XML text that is well-formed as far as its tags go.
private final class JUnitReader {
  var elements: [String: Int] = [:]

  /// Whether the tags nest.
  func read(_ text: String) -> Bool {
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-z]+)([^<>]*?)(\/?)>/) {
      let (isEnd, name, isEmpty) = (!match.1.isEmpty, match.2, !match.4.isEmpty)
      if isEnd {
        guard open.popLast() == name else { return false }
      } else {
        elements[String(name), default: 0] += 1
        if !isEmpty { open.append(name) }
      }
    }
    return open.isEmpty
  }
}
