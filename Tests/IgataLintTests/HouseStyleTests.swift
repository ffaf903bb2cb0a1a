import IgataDiagnostics
import IgataSchema
import Testing

@testable import IgataLint

/// Findings of a rule that a file gives many times are one finding, for those who read them.
struct HouseStyleTests {
  private static let files: [(text: String, report: [String])] = [
    // Two are two.
    (
      "enum State { case ON_LOAN  case FREE }",
      ["1:19 case 'ON_LOAN' is not in lowerCamelCase", "1:33 case 'FREE' is not in lowerCamelCase"]
    ),
    // Three are a style, and all of them are named.
    (
      "enum State { case ON_LOAN  case FREE  case LOST }",
      ["1:19 3 cases are not in lowerCamelCase: 'ON_LOAN', 'FREE' and 'LOST'"]
    ),
    // Of more, those that stand there most often are.
    (
      "enum State { case A  case B  case C  case D }\nenum Other { case D  case C }\n",
      ["1:19 6 cases are not in lowerCamelCase, such as 'C', 'D' and 'A'"]
    ),
    // An exception is none of them.
    (
      "enum State { case ON_LOAN  case FREE @allow(enum-case, \"as the law has it\")  case LOST }",
      ["1:19 case 'ON_LOAN' is not in lowerCamelCase", "1:83 case 'LOST' is not in lowerCamelCase"]
    ),
    ("// igata:allow enum-case as the law has it\n\nenum State { case ON_LOAN  case FREE  case LOST }", []),
    // Each rule has a style of its own.
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
        "1:19 3 cases are not in lowerCamelCase: 'ON_LOAN', 'FREE' and 'LOST'",
        "4:3 3 names write an abbreviation like a word: 'shelfId', 'coverUrl' and 'storeId'",
      ]
    ),
    // What is found at a type or an index goes by its path.
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
      ["6:3 3 indexes and constraints add nothing: 'Book.index(shelf)', 'Book.index(home)' and 'Book.index(room)'"]
    ),
  ]

  @Test(arguments: files) func whatAFileKeeps(file: (text: String, report: [String])) {
    let run = LintRun([SourceFile(name: "a.igata", text: file.text)], Self.settings)
    #expect(shown(run, run.report.findings) == file.report)
  }

  /// A style of one file says nothing about another, and where a baseline knows a file's, what is new stands alone.
  @Test func baselinesHoldSingleFindings() {
    let old = "enum State { case ON_LOAN  case FREE  case LOST }"
    let new = "enum State { case ON_LOAN  case FREE  case LOST  case SOLD }"
    let before = LintRun([SourceFile(name: "a.igata", text: old)], Self.settings)
    let after = LintRun(
      [SourceFile(name: "a.igata", text: new), SourceFile(name: "b.igata", text: "enum A { case B  case C }")],
      Self.settings)
    let baseline = Baseline(before.report.findings, in: before.index, names: ["a.igata"])
    let (found, known, goneCount) = baseline.part(
      after.report.findings, in: after.index, names: ["a.igata", "b.igata"])
    #expect(known.count == 3 && goneCount == 0)
    #expect(
      shown(after, found) == [
        "1:55 case 'SOLD' is not in lowerCamelCase", "1:15 case 'B' is not in lowerCamelCase",
        "1:23 case 'C' is not in lowerCamelCase",
      ])
  }

  /// One fix does all that can be done at once: no two members get one name, and nothing is left that is an error.
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
    let shown = run.index.gatherHouseStyles(run.report.findings)
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
    // Names reach the code that uses them, so that nothing is renamed without being asked to.
    #expect(applyFixes(of: shown, to: run.files, unsafe: false).fixed.isEmpty)
  }

  /// What is safe for each is safe for all.
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
    let shown = run.index.gatherHouseStyles(run.report.findings)
    #expect(shown.map(\.fixes.count) == [1] && shown.allSatisfy { $0.fixes.allSatisfy(\.isSafe) })
    #expect(LintRun(applyFixes(of: shown, to: run.files, unsafe: false).files, Self.settings).report.findings.isEmpty)
  }

  private static let settings = LintSettings(rules: [.enumCase, .fieldCase, .abbreviationStyle, .redundantIndex])

  private func shown(_ run: LintRun, _ findings: [Diagnostic]) -> [String] {
    run.index.gatherHouseStyles(findings).map { finding in
      let before = run.files[finding.range.file].bytes[..<finding.range.start]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
      return "\(line):\(column) \(finding.message)"
    }
  }
}
