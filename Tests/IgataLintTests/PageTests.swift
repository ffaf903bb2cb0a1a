import Foundation
import IgataLint
import TestSupport
import Testing

/// The examples on the page of each rule are tested.
struct PageTests {
  @Test func examples() {
    for rule in LintRule.all {
      let (example, fix) = (rule.kind.page.example + "\n", rule.kind.page.fix + "\n")
      let linted = Self.dialects.map { Linted(example, .only(rule, ["dialect=\($0)"]), only: rule) }
      #expect(linted.allSatisfy { $0.errors.isEmpty }, "the example of \(rule.id)\n\(linted[0].report)")
      #expect(linted.contains { !$0.findings.isEmpty }, "the example of \(rule.id)")
      for dialect in Self.dialects {
        let linted = Linted(fix, .only(rule, ["dialect=\(dialect)"]), only: rule)
        #expect(linted.report == "", "the fix of \(rule.id)")
      }
    }
  }

  /// Some rules apply to one engine only, and some to schemas that have no other.
  private static let dialects = ["postgresql,sqlite"] + SQLDialect.allCases.map(\.rawValue)

  @Test func pagesBeginWithASentence() {
    for rule in LintRule.all {
      let first = rule.kind.page.text.split(separator: "\n\n")[0]
      #expect(first.hasSuffix(".") && !first.dropLast().contains(". "), "\(rule.id): \(first)")
    }
  }

  /// The table of rules contains the rules of all files, sorted, each in a file with its name.
  @Test func everyRuleIsInTheTable() throws {
    let declared = try declaredRules()
    #expect(LintRule.all.map(\.id) == declared.map(\.id).sorted())
    for (id, file) in declared { #expect(file == fileName(of: id), "\(id)") }
  }

  private func declaredRules() throws -> [(id: String, file: String)] {
    let folder = Golden.repository.appendingPathComponent("Sources/IgataLint/Rules")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let file = folder.appendingPathComponent(path)
      return try String(contentsOf: file, encoding: .utf8).matches(of: /= LintRule\(\s*"([a-z0-9-]+)"/)
        .map { (String($0.1), file.lastPathComponent) }
    }
  }

  private func fileName(of id: String) -> String {
    let known = [
      "sql": "SQL", "url": "URL", "id": "ID", "uuid": "UUID", "json": "JSON", "sqlite": "SQLite",
      "postgresql": "PostgreSQL",
    ]
    return id.split(separator: "-").map { known[String($0)] ?? $0.capitalized }.joined() + ".swift"
  }
}
