import Foundation
import IgataDiagnostics
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

@testable import IgataLint

/// Applies the fixes of all findings in the fixtures of the language and of the rules.
struct FixTests {
  private static let folders = [
    "IgataSchemaTests/Fixtures", "IgataSyntaxTests/Fixtures/Errors", "IgataLintTests/Fixtures",
  ]

  private func fixtures() throws -> [SourceFile] {
    let tests = Golden.repository.appendingPathComponent("Tests")
    return try Self.folders.flatMap { folder in
      try Golden.files(in: tests.appendingPathComponent(folder), ending: ".igata").map {
        SourceFile(name: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0)))
      }
    }
  }

  private let settings = LintSettings(preset: .strict)

  private func look(_ files: [SourceFile]) -> LintRun { LintRun(files, settings) }

  /// Each fix by itself removes its finding, and a safe fix doesn't add errors.
  @Test func eachFixMends() throws {
    var count = 0
    for file in try fixtures() where !Self.isHuge(file) {
      let run = look([file])
      for diagnostic in run.diagnostics {
        for fix in diagnostic.fixes {
          count += 1
          var alone = diagnostic
          alone.fixes = [fix]
          let applied = applyFixes(of: [alone], to: run.files, unsafe: true)
          #expect(applied.fixed.count == 1, "\(file.name): \(diagnostic)")
          let next = look(applied.files)
          let left = next.diagnostics.filter { $0.kind == diagnostic.kind && $0.message == diagnostic.message }
          let before = run.diagnostics.filter { $0.kind == diagnostic.kind && $0.message == diagnostic.message }
          #expect(left.count < before.count, "\(file.name): \(diagnostic)\n\(report(next))")
          #expect(!fix.isSafe || next.errors.count <= run.errors.count, "\(file.name): \(diagnostic)\n\(report(next))")
          let isWhole = diagnostic.kind != .relationCycle || next.errors.count < run.errors.count
          #expect(isWhole, "\(file.name): \(diagnostic)\n\(report(next))")
        }
      }
    }
    #expect(count > 50)
  }

  /// Fixing terminates, leaves nothing that could still be fixed, and doesn't add errors.
  @Test func fixingComesToAnEnd() throws {
    for file in try fixtures() where !Self.isHuge(file) {
      let run = look([file])
      for unsafe in [false, true] {
        let fixed = run.fixed(settings, unsafe: unsafe)
        #expect(fixed.run.errors.count <= run.errors.count, "\(file.name)")
        let again = fixed.run.fixed(settings, unsafe: unsafe)
        #expect(again.count == 0, "\(file.name), \(again.count) more:\n\(report(fixed.run))")
        for tree in fixed.run.trees where fixed.run.errors.isEmpty {
          let text = format(tree)
          let formatted = parse(SourceFile(name: file.name, text: text), file: 0)
          #expect(formatted.1.isEmpty && format(formatted.0) == text, "\(file.name)")
        }
      }
    }
  }

  /// A file in the canonical layout stays in it.
  @Test func layoutIsKept() {
    let text = "model Person {\n  id: UUID = uuid() @primaryKey\n  note: String?   = nil\n}\n"
    let canonical = "model Person {\n  id: UUID = uuid() @primaryKey\n  note: String? = nil @unique @unique\n}\n"
    #expect(fixed(text) == "model Person {\n  id: UUID = uuid() @primaryKey\n  note: String?\n}\n")
    #expect(fixed(canonical) == "model Person {\n  id: UUID = uuid() @primaryKey\n  note: String? @unique\n}\n")
  }

  /// Names are compared with those that follow from the rules of `igata.json`.
  @Test func storedNamesFollowTheRules() {
    let text = """
      model person @table("persons") {
        personID: UUID = uuid() @primaryKey @column("personId")
        bestFriend: person? @column("bestFriendPersonId")
        old_name: String @column("old_name")
      }

      """
    let options = ResolveOptions(names: NamingRules(isPlural: true, columns: .camelCase))
    let settings = LintSettings(preset: .minimal, overrides: ["redundant-stored-name": .init(level: .warning)])
    let run = LintRun([SourceFile(name: "a.igata", text: text)], settings, options: options)
    #expect(run.diagnostics.filter { $0.kind.id == "redundant-stored-name" }.count == 3)
    let fixed = run.fixed(settings, unsafe: false).run
    #expect(fixed.declared.schema.models[0].table == "persons")
    #expect(fixed.declared.schema.models[0].columns.map(\.name) == ["personId", "bestFriendPersonId", "old_name"])
    let plain = String(decoding: fixed.files[0].bytes, as: UTF8.self)
    #expect(!plain.contains("@table") && plain.contains("@column(\"old_name\")") && !plain.contains("personId"))
  }

  /// No name is changed to a reserved one.
  @Test(arguments: [false, true]) func reservedNamesAreKept(_ isReserved: Bool) {
    func reserved(_ name: String) -> String { isReserved ? "reserved \(name)" : "" }
    let text = """
      \(reserved("Person"))

      enum Kind {
        case Cash
        \(reserved("cash"))
      }

      struct Home {
        City: String
        \(reserved("city"))
      }

      model person {
        id: UUID = uuid() @primaryKey
        Home: Home
        Kind: Kind
        \(reserved("home, kind"))
      }

      """
    let run = look([SourceFile(name: "a.igata", text: text)])
    let found = run.diagnostics.filter { ["type-case", "field-case", "enum-case"].contains($0.kind.id) }
    #expect(found.count >= 4, "\(report(run))")
    #expect(found.allSatisfy { $0.fixes.isEmpty == isReserved }, "\(report(run))")
  }

  private func fixed(_ text: String) -> String {
    let settings = LintSettings(preset: .minimal, overrides: ["redundant-nil": .init(level: .warning)])
    let run = LintRun([SourceFile(name: "a.igata", text: text)], settings)
    let result = run.fixed(settings, unsafe: false)
    return String(decoding: result.run.files[0].bytes, as: UTF8.self)
  }

  /// Fixtures for the limits are too large to be fixed hundreds of times.
  private static func isHuge(_ file: SourceFile) -> Bool { file.bytes.count > 60_000 || file.name == "limits.igata" }

  private func report(_ run: LintRun) -> String {
    renderText(Array(run.diagnostics.prefix(20)), files: run.files, color: false)
  }
}
