import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let unfinishedDocumentation = LintRule(
    "unfinished-documentation", .care, .strictOnly,
    """
    The documentation is an author's note.

    `/// TODO` is copied to the Swift code, the database and the generated documentation. Write a note that isn't for
    readers as a `//` comment.
    """,
    example: """
      /// TODO: say what this is
      model Account {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("///", with: "//"),
    check: .names { name, _, findings in
      guard let documentation = name.documentation else { return }
      let note = documentation.lines.lazy.compactMap { line in notes.first { line.hasPrefix($0) } }.first
      guard let note else { return }
      findings.report(
        "the documentation of '\(name.text)' contains '\(note)'", at: documentation.range,
        help: "finish it, or make the note a '//' comment")
    })
}

private let notes = ["TODO", "FIXME", "XXX", "HACK", "TBD"]
