import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let unfinishedDocumentation = LintRule(
    "unfinished-documentation", .care, .strictOnly,
    page: """
      The documentation is an author's note.

      `/// TODO` is copied to the Swift code, the database and the generated documentation. Write a note that isn't for
      readers as a `//` comment.

      ## Example

      ```igata
      /// TODO: say what this is
      model Account {
        id: UUID = uuid() @primaryKey
      }
      ```

      ## Fix

      ```igata
      // TODO: say what this is
      model Account {
        id: UUID = uuid() @primaryKey
      }
      ```
      """,
    check: .names(checkUnfinishedDocumentation))
}

private func checkUnfinishedDocumentation(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard let documentation = documentation(of: name, context) else { return }
  let note = documentation.lines.lazy.compactMap { line in notes.first { line.hasPrefix($0) } }.first
  guard let note else { return }
  findings.report(
    "the documentation of '\(name.text)' contains '\(note)'", at: documentation.range,
    help: "finish it, or make the note a '//' comment")
}

private func documentation(of name: LintName, _ context: LintContext) -> DocumentationSyntax? {
  switch name.role {
  case .model(let index): context.models[index].syntax.documentation
  case .structure(let index): context.structs[index].syntax.documentation
  case .enumeration(let index): context.enums[index].syntax.documentation
  case .newtype(let index): context.newtypes[index].syntax.documentation
  case .field(let index): context.fields[index].syntax.documentation
  case .enumCase(let index, let position):
    position < context.enums[index].syntax.cases.count ? context.enums[index].syntax.cases[position].documentation : nil
  }
}

private let notes = ["TODO", "FIXME", "XXX", "HACK", "TBD"]
