import Foundation
import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

/// Applies fixes to whole schemas.
struct RuleFixTests {
  /// Applying safe fixes terminates, leaves a schema that resolves and formats, and changes nothing in the generated
  /// code except descriptions.
  @Test func safeFixesKeepTheMeaning() throws {
    for file in try Self.schemas() + Golden.files(in: FixtureTests.folder, ending: ".igata") {
      let before = try SchemaTests.run(file, .strict)
      let after = before.fixed(.all(.strict), unsafe: false).run
      let name = file.lastPathComponent
      #expect(after.errors.count <= before.errors.count, "\(name)")
      let left = after.report.findings.filter { $0.fixes.contains(where: \.isSafe) }
      #expect(left.isEmpty, "\(name): \(left.map(\.kind))")
      #expect(meaning(of: after) == meaning(of: before), "\(name)")
      for tree in after.trees { expectStableLayout(tree, name) }
    }
  }

  /// Each fix by itself, safe or not, leaves a schema without errors and removes the finding.
  @Test func everyFixMendsWhatItIsFor() throws {
    // Those of rules whose fixes are others where another program makes the table.
    let rules = ["relation-named-id", "key-without-relation", "float-money", "string-date", "string-uuid"]
    let fixtures = rules.map { FixtureTests.folder.appendingPathComponent("\($0).bad.igata") }
    let files = try Self.schemas() + fixtures
    for file in files {
      let run = try SchemaTests.run(file, .strict)
      for finding in run.report.findings {
        for fix in finding.fixes {
          var alone = finding
          alone.fixes = [fix]
          let applied = applyFixes(of: [alone], to: run.files, unsafe: true)
          let after = LintRun(applied.files, .all(.strict))
          let description = "\(file.lastPathComponent): \(finding.message): \(fix.title)"
          #expect(applied.fixed.count == 1 && after.errors.isEmpty, "\(description)\n\(after.errors.map(\.message))")
          let same = after.report.findings.filter { $0.kind == finding.kind && $0.message == finding.message }
          let others = run.report.findings.filter { $0.kind == finding.kind && $0.message == finding.message }
          #expect(same.count < others.count, "\(description) is still found")
          if fix.title.hasPrefix("rename ") { #expect(stored(by: after) == stored(by: run), "\(description)") }
        }
      }
    }
  }

  /// Applying all fixes terminates too.
  @Test func unsafeFixesComeToAnEnd() throws {
    for file in try Self.schemas() {
      let before = try SchemaTests.run(file, .strict)
      let after = before.fixed(.all(.strict), unsafe: true).run
      let name = file.lastPathComponent
      #expect(after.errors.isEmpty, "\(name)")
      let again = after.fixed(.all(.strict), unsafe: true)
      #expect(again.count == 0, "\(name): \(after.report.findings.filter { !$0.fixes.isEmpty }.map(\.message))")
      for tree in after.trees { expectStableLayout(tree, name) }
    }
  }

  /// One fix for all findings of a style leaves a schema without errors. A renaming doesn't change the stored names.
  @Test func fixesForWholeFiles() throws {
    var count = 0
    for file in try Self.schemas() {
      let run = try SchemaTests.run(file, .strict)
      let alone = Set(run.report.findings)
      for finding in run.declared.gatherHouseStyles(run.report.findings) where !alone.contains(finding) {
        let applied = applyFixes(of: [finding], to: run.files, unsafe: true)
        guard !applied.fixed.isEmpty else { continue }
        count += 1
        let after = LintRun(applied.files, .all(.strict))
        let description = "\(file.lastPathComponent): \(finding.message)"
        #expect(after.errors.isEmpty, "\(description)\n\(after.errors.map(\.message))")
        let left = after.report.findings.count { $0.kind == finding.kind }
        #expect(left < run.report.findings.count { $0.kind == finding.kind }, "\(description) is still found")
        if finding.help?.hasPrefix("name them") ?? false {
          #expect(stored(by: after) == stored(by: run), "\(description)")
        }
      }
    }
    #expect(count > 10)
  }

  private static func schemas() throws -> [URL] {
    try Golden.files(in: SchemaTests.folder, ending: ".igata") + Golden.files(in: SchemaTests.samples, ending: ".igata")
  }

  /// The names of all tables and columns, which a fix that renames something in Swift must not change.
  private func stored(by run: LintRun) -> [[String]] {
    run.declared.schema.models.map { [$0.table] + $0.columns.map(\.name) }
  }

  /// The schema's outline without what safe fixes may change: `@sensitive`, suppressions, a default `nil`, and
  /// `@renamed` with the current name.
  private func meaning(of run: LintRun) -> [String] {
    printSchema(run.declared.schema).split(separator: "\n").map { line in
      var words = line.split(separator: " ").filter { $0 != "sensitive" }
      if let index = words.firstIndex(of: "allows") { words.removeSubrange(index...) }
      if words.suffix(2) == ["=", "nil"] { words.removeLast(2) }
      let name = words.dropFirst().first.map { $0.hasSuffix(":") ? $0.dropLast() : $0 } ?? ""
      return words.joined(separator: " ").replacing(" renamed from \"\(name)\"", with: "")
    }
  }

  private func expectStableLayout(_ tree: SyntaxTree, _ name: String) {
    let once = SourceFile(name: name, text: format(tree))
    #expect(format(parse(once, file: 0).tree) == String(decoding: once.bytes, as: UTF8.self), "\(name)")
  }
}
