import Foundation
import IgataEvolution
import TestSupport
import Testing

/// Pairs of schemas with the expected report: `// ==> title`, the old schema, `// -->`, the new one, `// <--`, and the
/// report as a comment.
struct FixtureTests {
  static let folder = Golden.folder().appendingPathComponent("Fixtures")

  struct Case {
    var title: String
    var old: String
    var new: String
    var report: String

    init(_ text: String) {
      var sections = ["", "", ""]
      var section = 0
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      title = lines.removeFirst()
      for line in lines {
        if line == "// -->" || line == "// <--" {
          section += 1
        } else {
          sections[section] += line + "\n"
        }
      }
      (old, new, report) = (sections[0], sections[1], sections[2])
    }
  }

  static func cases(in file: URL) throws -> [Case] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "// ==> ").dropFirst().map { Case($0) }
  }

  @Test func reports() throws {
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      var text = ""
      for item in try Self.cases(in: file) {
        let report = Step(item.old, item.new).report.split(separator: "\n").map { "// \($0)\n" }.joined()
        text += "// ==> \(item.title)\n\(item.old)// -->\n\(item.new)// <--\n\(report)\n"
      }
      #expect(try Golden.difference(text, in: file) == nil)
    }
  }

  /// The schemas of the fixtures have no errors by themselves.
  @Test func schemasAreValid() throws {
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      for item in try Self.cases(in: file) { #expect(Step(item.old, item.new).errors == "", "\(item.title)") }
    }
  }

  /// Each kind of change and each kind of diagnostic is in a fixture.
  @Test func everyKindHasAFixture() throws {
    var found: Set<String> = []
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      for item in try Self.cases(in: file) {
        let evolution = Step(item.old, item.new).evolution
        found.formUnion(evolution.changes.map(\.kind.rawValue) + evolution.diagnostics.map(\.kind.id))
      }
    }
    let sources = Golden.repository.appendingPathComponent("Sources/IgataEvolution/Diagnostics")
    var declared = ChangeKind.allCases.map(\.rawValue)
    for file in try Golden.files(in: sources, ending: ".swift") {
      let text = try String(contentsOf: file, encoding: .utf8)
      declared += text.matches(of: /DiagnosticKind\("([a-z-]+)"\)/).map { String($0.1) }
    }
    // Those about the list of versions, dialects and own SQL have tests of their own.
    found.formUnion([
      "two-versions", "changed-version", "malformed-history", "unplanned-change", "unsealed-version",
      "malformed-own-sql", "transaction-in-script", "update-without-where", "unqualified-column", "drop-in-own-sql",
      "blocking-index", "blocking-constraint",
    ])
    #expect(declared.filter { !found.contains($0) } == [])
  }

  /// A schema compared with itself has no changes.
  @Test func nothingChangesByItself() throws {
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      for item in try Self.cases(in: file) { #expect(Step(item.old, item.old).evolution.changes == [], "\(item.title)") }
    }
  }
}
