public import IgataDiagnostics

extension DiagnosticKind {
  public static let strayDocumentation = DiagnosticKind(
    "stray-documentation",
    """
    A `///` comment doesn't document anything.

    Documentation goes on the lines before a declaration, a field or a case. After something on the same line, or
    before a constraint or a closing bracket, it is ignored. This is a warning; use a `//` comment for a remark that
    only readers of the schema need.
    """,
    example: """
      struct Place {
        city: String  /// The town's name.
      }
      """,
    fix: """
      struct Place {
        /// The town's name.
        city: String
      }
      """)
}

extension Diagnostic {
  static func strayDocumentation(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .strayDocumentation, "this documentation doesn't document anything", at: range, severity: .warning,
      help: "put it on the line before what it documents, or write '//'")
  }
}
