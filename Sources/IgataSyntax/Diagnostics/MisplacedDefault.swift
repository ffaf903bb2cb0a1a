public import IgataDiagnostics

extension DiagnosticKind {
  public static let misplacedDefault = DiagnosticKind(
    "misplaced-default",
    """
    A field's default comes after its attributes.
    """,
    example: """
      struct Place {
        city: String @length(1...80) = "Oslo"
      }
      """,
    fix: .replacing(#"@length(1...80) = "Oslo""#, with: #"= "Oslo" @length(1...80)"#))
}

extension Diagnostic {
  static func misplacedDefault(at range: SourceRange, _ fix: Fix?) -> Diagnostic {
    Diagnostic(
      .misplacedDefault, "the default comes after an attribute", at: range, help: "move it directly after the type",
      fixes: fix.map { [$0] } ?? [])
  }
}
