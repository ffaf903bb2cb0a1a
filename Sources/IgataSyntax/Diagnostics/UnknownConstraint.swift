public import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownConstraint = DiagnosticKind(
    "unknown-constraint",
    """
    A member looks like a constraint but isn't one.

    The constraints are `primaryKey(…)`, `unique(…)`, `index(…)` and `check(…)`. `distribute(by: …)` declares how
    rows are distributed over several servers.
    """,
    example: """
      model Place {
        id: Int64 @primaryKey
        city: String
        idnex(city)
      }
      """,
    fix: .replacing("idnex(city)", with: "index(city)"))
}

extension Diagnostic {
  static func unknownConstraint(_ word: String, proposal: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownConstraint, "'\(word)' isn't a constraint", at: range,
      help: proposal.map { "did you mean '\($0)'?" }
        ?? "the constraints are primaryKey(…), unique(…), index(…) and check(…)",
      fixes: proposal.map { [.replace(word, with: $0, at: range)] } ?? []
    ).unlessLookAlike(word, proposal, at: range)
  }
}
