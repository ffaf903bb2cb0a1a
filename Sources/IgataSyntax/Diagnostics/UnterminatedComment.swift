public import IgataDiagnostics

extension DiagnosticKind {
  public static let unterminatedComment = DiagnosticKind(
    "unterminated-comment",
    page: """
      A `/*` comment is never closed.

      Comments nest: each `/*` inside needs its own `*/`.

      ## Example

      ```igata
      /* Places /* and cities. */
      struct Place {
        city: String
      }
      ```

      ## Fix

      ```igata
      /* Places /* and */ cities. */
      struct Place {
        city: String
      }
      ```
      """)
}

extension Diagnostic {
  static func unterminatedComment(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unterminatedComment, "this comment isn't closed", at: range, help: "add '*/' at its end")
  }
}
