public import IgataDiagnostics

extension DiagnosticKind {
  public static let unterminatedComment = DiagnosticKind(
    "unterminated-comment",
    """
    A `/*` comment is never closed.

    Comments nest: each `/*` inside needs its own `*/`.
    """,
    example: """
      /* Places /* and cities. */
      struct Place {
        city: String
      }
      """,
    fix: .replacing("cities.", with: "*/ cities."))
}

extension Diagnostic {
  static func unterminatedComment(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unterminatedComment, "this comment isn't closed", at: range, help: "add '*/' at its end")
  }
}
