import Foundation
import IgataLint
import TestSupport
import Testing

/// The documentation comment of each rule is its page, and its examples are tested.
struct PageTests {
  @Test func examples() throws {
    let pages = try Page.all()
    for rule in LintRule.all {
      guard let page = pages.first(where: { $0.id == rule.id }) else {
        Issue.record("\(rule.id) has no page")
        continue
      }
      let (examples, fixes) = (page.code(under: "Example"), page.code(under: "Fix"))
      #expect(examples.count == 1 && fixes.count == 1, "\(page.file) has one example and one fix")
      for example in examples {
        let linted = Self.dialects.map { Linted(example, .only(rule, ["dialect=\($0)"]), only: rule) }
        #expect(linted.allSatisfy { $0.errors.isEmpty }, "the example of \(rule.id)\n\(linted[0].report)")
        #expect(linted.contains { !$0.findings.isEmpty }, "the example of \(rule.id)")
      }
      for (fix, dialect) in fixes.flatMap({ fix in Self.dialects.map { (fix, $0) } }) {
        let linted = Linted(fix, .only(rule, ["dialect=\(dialect)"]), only: rule)
        #expect(linted.report == "", "the fix of \(rule.id)")
      }
    }
  }

  /// Some rules apply to one engine only, and some to schemas that have no other.
  private static let dialects = ["postgresql,sqlite"] + SQLDialect.allCases.map(\.rawValue)

  @Test func pagesBeginWithASentence() throws {
    for page in try Page.all() {
      let first = page.text.prefix { !$0.isEmpty }.joined(separator: " ")
      #expect(first.hasSuffix(".") && !first.dropLast().contains(". "), "\(page.id): \(first)")
    }
  }

  /// The table of rules contains the rules of all files, sorted, each in a file with its name.
  @Test func everyRuleIsInTheTable() throws {
    let pages = try Page.all()
    #expect(LintRule.all.map(\.id) == pages.map(\.id).sorted())
    for page in pages { #expect(page.file == fileName(of: page.id), "\(page.id)") }
  }

  private func fileName(of id: String) -> String {
    let known = [
      "sql": "SQL", "url": "URL", "id": "ID", "uuid": "UUID", "json": "JSON", "sqlite": "SQLite",
      "postgresql": "PostgreSQL",
    ]
    return id.split(separator: "-").map { known[String($0)] ?? $0.capitalized }.joined() + ".swift"
  }
}

/// The documentation comment of a rule.
struct Page {
  var id: String
  var file: String
  var text: [String]

  static func all() throws -> [Page] {
    let folder = Golden.repository.appendingPathComponent("Sources/IgataLint/Rules")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
      try pages(of: folder.appendingPathComponent(path))
    }
  }

  private static func pages(of file: URL) throws -> [Page] {
    var pages: [Page] = []
    var comment: [String] = []
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.hasPrefix("///") {
        comment.append(String(words.dropFirst(words.hasPrefix("/// ") ? 4 : 3)))
        continue
      }
      // The id can be on the next line.
      if words.contains("= LintRule("), let id = "\(words)\(lines[index + 1])".firstMatch(of: /"([a-z0-9-]+)"/) {
        pages.append(Page(id: String(id.1), file: file.lastPathComponent, text: comment))
      }
      comment = []
    }
    return pages
  }

  /// The code blocks under a heading.
  func code(under heading: String) -> [String] {
    var blocks: [String] = []
    var current = ""
    var block: String?
    for line in text {
      if line.hasPrefix("## ") { current = String(line.dropFirst(3)) }
      if line == "```igata" {
        block = ""
      } else if line == "```", let ended = block {
        if current == heading { blocks.append(ended) }
        block = nil
      } else if block != nil {
        block? += line + "\n"
      }
    }
    return blocks
  }
}
