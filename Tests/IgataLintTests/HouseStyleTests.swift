import IgataDiagnostics
import IgataSchema
import Testing

@testable import IgataLint

/// Many findings of a rule in one file are reported as one finding.
struct HouseStyleTests {
  private static let files: [(text: String, report: [String])] = [
    // Two findings are reported separately.
    (
      "enum State { case ON_LOAN  case FREE }",
      ["1:19 case 'ON_LOAN' isn't in lowerCamelCase", "1:33 case 'FREE' isn't in lowerCamelCase"]
    ),
    // Three findings are a style, and all of them are named.
    (
      "enum State { case ON_LOAN  case FREE  case LOST }",
      ["1:19 3 cases aren't in lowerCamelCase: 'ON_LOAN', 'FREE' and 'LOST'"]
    ),
    // If there are more, the most frequent ones are named.
    (
      "enum State { case A  case B  case C  case D }\nenum Other { case D  case C }\n",
      ["1:19 6 cases aren't in lowerCamelCase, such as 'C', 'D' and 'A'"]
    ),
    // A suppressed finding doesn't count.
    (
      "enum State { case ON_LOAN  case FREE @allow(enum-case, \"as the law has it\")  case LOST }",
      ["1:19 case 'ON_LOAN' isn't in lowerCamelCase", "1:83 case 'LOST' isn't in lowerCamelCase"]
    ),
    ("// igata:allow enum-case as the law has it\n\nenum State { case ON_LOAN  case FREE  case LOST }", []),
    // Each rule is merged separately.
    (
      """
      enum State { case ON_LOAN  case FREE  case LOST }
      model Book {
        id: UUID = uuid() @primaryKey
        shelfId: Int
        state: State = .FREE
        coverUrl: URL
        storeId: Int
      }
      """,
      [
        "1:19 3 cases aren't in lowerCamelCase: 'ON_LOAN', 'FREE' and 'LOST'",
        "4:3 3 names write an abbreviation like a word: 'shelfId', 'coverUrl' and 'storeId'",
      ]
    ),
    // Findings at a type or an index are named by their path.
    (
      """
      model Book {
        id: UUID = uuid() @primaryKey
        shelf: Shelf
        home: Shelf
        room: Shelf
        index(shelf)
        index(home)
        index(room)
      }
      model Shelf {
        id: UUID = uuid() @primaryKey
      }
      """,
      ["6:3 3 indexes and constraints are redundant: 'Book.index(shelf)', 'Book.index(home)' and 'Book.index(room)'"]
    ),
  ]

  @Test(arguments: files) func whatAFileKeeps(file: (text: String, report: [String])) {
    let run = LintRun([SourceFile(name: "a.igata", text: file.text)], Self.settings)
    #expect(shown(run, run.report.findings) == file.report)
  }

  /// A style applies to one file only. If a baseline contains a file's findings, new ones are reported separately.
  @Test func baselinesHoldSingleFindings() {
    let old = "enum State { case ON_LOAN  case FREE  case LOST }"
    let new = "enum State { case ON_LOAN  case FREE  case LOST  case SOLD }"
    let before = LintRun([SourceFile(name: "a.igata", text: old)], Self.settings)
    let after = LintRun(
      [SourceFile(name: "a.igata", text: new), SourceFile(name: "b.igata", text: "enum A { case B  case C }")],
      Self.settings)
    let baseline = Baseline(before.report.findings, in: before.declared, names: ["a.igata"])
    let (found, known, goneCount) = baseline.partition(
      after.report.findings, in: after.declared, names: ["a.igata", "b.igata"])
    #expect(known.count == 3 && goneCount == 0)
    #expect(
      shown(after, found) == [
        "1:55 case 'SOLD' isn't in lowerCamelCase", "1:15 case 'B' isn't in lowerCamelCase",
        "1:23 case 'C' isn't in lowerCamelCase",
      ])
  }

  /// One fix combines all that can be applied at once: no two members get the same name, and there are no errors
  /// afterward.
  @Test func oneFixForAll() throws {
    let text = """
      enum State { case ON_LOAN  case FREE  case LOST }
      model Book {
        id: UUID = uuid() @primaryKey
        shelf_id: Int
        shelf_Id: Int @column("other")
        state: State = .FREE
        cover_url: URL
        index(cover_url, shelf_id)
      }
      """
    let run = LintRun([SourceFile(name: "a.igata", text: text)], Self.settings)
    let shown = run.declared.gatherHouseStyles(run.report.findings)
    #expect(
      shown.map { $0.fixes.map(\.title) } == [
        ["name them in lowerCamelCase"], ["name them in lowerCamelCase (2 of 3)"],
      ])
    let fixed = applyFixes(of: shown, to: run.files, unsafe: true)
    let after = LintRun(fixed.files, Self.settings)
    #expect(
      String(decoding: fixed.files[0].bytes, as: UTF8.self) == """
        enum State { case onLoan = "ON_LOAN"  case free = "FREE"  case lost = "LOST" }
        model Book {
          id: UUID = uuid() @primaryKey
          shelfID: Int
          shelf_Id: Int @column("other")
          state: State = .free
          coverURL: URL
          index(coverURL, shelfID)
        }
        """)
    #expect(after.errors.isEmpty && after.report.findings.map(\.kind.id) == ["field-case"])
    // Renaming affects the code that uses the names, so it isn't applied as a safe fix.
    #expect(applyFixes(of: shown, to: run.files, unsafe: false).fixed.isEmpty)
  }

  /// A combination of safe fixes is safe.
  @Test func safeFixesStaySafe() {
    let text = """
      model Book {
        id: UUID = uuid() @primaryKey
        owner: Shelf
        home: Shelf
        room: Shelf
      }
      model Shelf {
        id: UUID = uuid() @primaryKey
      }
      """
    let run = LintRun([SourceFile(name: "a.igata", text: text)], LintSettings().only(["implicit-delete-rule"]))
    let shown = run.declared.gatherHouseStyles(run.report.findings)
    #expect(shown.map(\.fixes.count) == [1] && shown.allSatisfy { $0.fixes.allSatisfy(\.isSafe) })
    #expect(LintRun(applyFixes(of: shown, to: run.files, unsafe: false).files, Self.settings).report.findings.isEmpty)
  }

  private static let settings = LintSettings(rules: [.enumCase, .fieldCase, .abbreviationStyle, .redundantIndex])

  private func shown(_ run: LintRun, _ findings: [Diagnostic]) -> [String] {
    run.declared.gatherHouseStyles(findings).map { finding in
      let before = run.files[finding.range.file].bytes[..<finding.range.start]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
      return "\(line):\(column) \(finding.message)"
    }
  }
}
