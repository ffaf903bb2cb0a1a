public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingEquals = DiagnosticKind(
    "missing-equals",
    """
    A `type` has no `=` between its name and its base type.
    """,
    example: "type Email: String",
    fix: "type Email = String")
}

extension Diagnostic {
  static func missingEquals(after name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingEquals, "no '=' between '\(name)' and its base type", at: range, help: "write '='")
  }
}
