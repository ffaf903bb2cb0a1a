import Foundation
import IgataLint
import TestSupport
import Testing

/// For each rule, `RULE.bad.igata` with the report in its last comment, and `RULE.good.igata` without findings.
///
/// The first line can set options of the rule: `// with: dialect=postgresql fields=10`.
struct FixtureTests {
  static let folder = Golden.folder().appendingPathComponent("Fixtures")

  @Test func rulesFindWhatTheyMust() throws {
    for rule in LintRule.all {
      let file = Self.folder.appendingPathComponent("\(rule.id).bad.igata")
      let schema = withoutReport(try String(contentsOf: file, encoding: .utf8))
      let linted = Linted(schema, name: file.lastPathComponent, .only(rule, settings(of: schema)), only: rule)
      #expect(linted.errors.isEmpty && !linted.findings.isEmpty, "\(rule.id): \(linted.report)")
      #expect(try Golden.difference("\(schema)\n\(comment(linted.report))", in: file) == nil)
    }
  }

  @Test func rulesLeaveTheRestAlone() throws {
    for rule in LintRule.all {
      let file = Self.folder.appendingPathComponent("\(rule.id).good.igata")
      let schema = try String(contentsOf: file, encoding: .utf8)
      #expect(Linted(schema, .only(rule, settings(of: schema)), only: rule).report == "", "\(rule.id)")
    }
  }

  /// No fixture is left from a removed rule.
  @Test func everyFixtureHasARule() throws {
    let wanted = Set(LintRule.all.flatMap { ["\($0.id).bad.igata", "\($0.id).good.igata"] })
    let found = try Golden.files(in: Self.folder, ending: ".igata").map(\.lastPathComponent)
    #expect(Set(found).subtracting(wanted) == [])
  }

  private func settings(of schema: String) -> [String] {
    guard let line = schema.split(separator: "\n").first, line.hasPrefix("// with: ") else { return [] }
    return line.dropFirst("// with: ".count).split(separator: " ").map(String.init)
  }

  private func comment(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.isEmpty ? "//\n" : "// \($0)\n" }.joined()
  }

  /// The schema without the comment at its end.
  private func withoutReport(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    while let last = lines.last, last.hasPrefix("//") { lines.removeLast() }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}
