import IgataDiagnostics

extension LintRule {
  static let unexplainedAllow = LintRule(
    "unexplained-allow", .suppression, .normal,
    """
    A suppression gives no reason.

    Without a reason, nobody can decide later whether it is still needed.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        hasAgreed: Bool? @allow(optional-bool)
      }
      """,
    fix: .replacing("@allow(optional-bool)", with: #"@allow(optional-bool, "the old forms had a third box")"#),
    check: .engine)
}

extension Findings {
  mutating func reportUnexplained(_ suppression: Suppression) {
    report(
      "'\(suppression.rule)' is allowed here without a reason", at: suppression.ruleRange,
      help: "add the reason: '@allow(\(suppression.rule), \"why\")' or '// igata:allow \(suppression.rule) why'")
  }
}
