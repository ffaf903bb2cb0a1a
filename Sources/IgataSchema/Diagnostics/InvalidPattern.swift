public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidPattern = DiagnosticKind(
    "invalid-pattern",
    #"""
    The pattern of `@pattern` isn't a valid regular expression.

    A pattern has the syntax of Swift's `Regex`, and must match the whole text. A backslash in a string is written
    twice: `"\\d+"`.
    """#,
    example: """
      type Email = String @pattern("(.+@.+")
      """,
    fix: .replacing(#"@pattern("(.+@.+")"#, with: #"@pattern("(.+)@.+")"#))
}

extension Diagnostic {
  static func invalidPattern(at range: SourceRange, _ problem: PatternProblem) -> Diagnostic {
    Diagnostic(.invalidPattern, "the pattern isn't a valid regular expression: \(problem.message)", at: range)
  }
}

extension Resolution {
  /// Whether a pattern is a valid regular expression. Reports an error if it isn't.
  mutating func checkPattern(_ pattern: String, at range: SourceRange) -> Bool {
    switch parsePattern(pattern) {
    case .success: return true
    case .failure(let problem):
      report(.invalidPattern(at: range, problem))
      return false
    }
  }
}
