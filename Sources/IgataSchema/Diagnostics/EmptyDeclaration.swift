public import IgataDiagnostics

extension DiagnosticKind {
  public static let emptyDeclaration = DiagnosticKind(
    "empty-declaration",
    """
    A model or a struct has no field, or an enum has no case.

    There is nothing to store.
    """,
    example: """
      struct Address {
      }
      """,
    fix: """
      struct Address {
        city: String
      }
      """)
}

extension Diagnostic {
  static func emptyDeclaration(_ title: String, at range: SourceRange, needs need: String) -> Diagnostic {
    Diagnostic(.emptyDeclaration, "\(title) has no \(need)", at: range, help: "add a \(need), or remove it")
  }
}
