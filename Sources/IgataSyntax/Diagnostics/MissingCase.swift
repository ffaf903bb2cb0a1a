public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingCase = DiagnosticKind(
    "missing-case",
    """
    A name in an enum isn't preceded by `case`.
    """,
    example: """
      enum Kind {
        town
      }
      """,
    fix: .replacing("town", with: "case town"))
}

extension Diagnostic {
  static func missingCase(before name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingCase, "no 'case' before '\(name)'", at: range, help: "write 'case \(name)'",
      fixes: [Fix(title: "write 'case \(name)'", range: range, replacement: "case \(name)", isSafe: true)])
  }
}
