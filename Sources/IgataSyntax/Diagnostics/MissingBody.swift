public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingBody = DiagnosticKind(
    "missing-body",
    """
    An enum, a struct or a model has no `{` after its name and attributes.
    """,
    example: """
      struct Place
        city: String
      }
      """,
    fix: .replacing("struct Place", with: "struct Place {"))
}

extension Diagnostic {
  static func missingBody(of what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingBody, "\(what) has no '{'", at: range, help: "add '{'")
  }
}
