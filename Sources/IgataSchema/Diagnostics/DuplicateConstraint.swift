public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateConstraint = DiagnosticKind(
    "duplicate-constraint",
    """
    A model has the same unique constraint or the same index twice.

    The second one has a cost but no effect. Those that are declared with `@unique` and `@index` count too.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String @index
        index(kind)
      }
      """,
    fix: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String @index
      }
      """)
}

extension Diagnostic {
  static func duplicateConstraint(_ constraint: ConstraintSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateConstraint, "this '\(constraint.kind.rawValue)' already exists", at: constraint.range,
      help: "remove one of them", related: [.init(first, "the first one is here")],
      fixes: [
        Fix(title: "remove it", range: constraint.range, replacement: "", isSafe: constraint.options.isEmpty)
      ])
  }
}
