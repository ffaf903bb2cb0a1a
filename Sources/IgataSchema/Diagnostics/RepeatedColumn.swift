public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let repeatedColumn = DiagnosticKind(
    "repeated-column",
    """
    A constraint names a field twice.

    The second one has no effect.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String
        index(kind, kind)
      }
      """,
    fix: .replacing("index(kind, kind)", with: "index(kind)"))
}

extension Diagnostic {
  static func repeatedColumn(
    _ name: NameSyntax, after previous: SourceRange, in kind: ConstraintSyntax.Kind, first: SourceRange
  ) -> Diagnostic {
    let duplicate = SourceRange(file: name.range.file, start: previous.end, end: name.range.end)
    return Diagnostic(
      .repeatedColumn, "'\(kind.rawValue)' names '\(name.text)' twice", at: name.range, help: "remove one of them",
      related: [.init(first, "the first one is here")],
      fixes: [Fix(title: "remove the second '\(name.text)'", range: duplicate, replacement: "", isSafe: false)])
  }
}
