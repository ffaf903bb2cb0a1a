import Foundation
import IgataLint
import Testing

@testable import IgataTool

/// The reference of the rules in the documentation is generated from their pages.
@Test func ruleReferenceIsTheDocumentation() throws {
  let file = packageFolder.appendingPathComponent("Sources/IgataRuntime/IgataRuntime.docc/LintRules.md")
  let expected = reference()
  if (try? String(contentsOf: file, encoding: .utf8)) != expected {
    if updatesGoldens { try expected.write(to: file, atomically: true, encoding: .utf8) }
    Issue.record("LintRules.md is not what the pages say; run the tests with UPDATE_GOLDENS=1")
  }
}

/// The guide mentions every option of the command and every setting.
@Test func linterGuideIsComplete() throws {
  let file = packageFolder.appendingPathComponent("Sources/IgataRuntime/IgataRuntime.docc/Linter.md")
  let guide = try String(contentsOf: file, encoding: .utf8)
  for option in Command.lint.options { #expect(guide.contains("--\(option.name)"), "\(option.name)") }
  for preset in LintPreset.allCases { #expect(guide.contains("`\(preset.rawValue)`")) }
  for format in ReportForm.allCases { #expect(guide.contains("`\(format.rawValue)`")) }
  for rule in LintRule.all where rule.group == .suppression { #expect(guide.contains("`\(rule.id)`"), "\(rule.id)") }
}

private func reference() -> String {
  var text = """
    # Lint rules

    Every rule of `igata lint`, with an example that it finds something in and the fix.

    ## Overview

    - **One rule**: `igata explain RULE` prints its section of this page.
    - **All rules, with their levels**: `igata lint --list-rules`.
    - **Change a level, or silence a finding**: see <doc:Linter>.

    """
  for group in LintGroup.allCases {
    text += "\n## \(titles[group] ?? group.rawValue)\n"
    for rule in LintRule.all where rule.group == group {
      // The headings of a page are two levels below that of the group.
      let body = "\(rule.kind.page.markdown)\n\(rule.facts)".replacingOccurrences(of: "\n## ", with: "\n#### ")
      text += "\n### \(rule.id)\n\n\(trimmed(body))\n"
    }
  }
  return text
}

private let titles: [LintGroup: String] = [
  .names: "Names", .types: "Types", .relations: "Keys and relations", .care: "Care", .suppression: "Suppression",
]

/// The text without consecutive empty lines, and without trailing ones.
private func trimmed(_ text: String) -> String {
  var lines: [Substring] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty || lines.last != "" {
    lines.append(line)
  }
  while lines.last?.isEmpty == true { lines.removeLast() }
  return lines.joined(separator: "\n")
}
