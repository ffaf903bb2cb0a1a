import IgataDiagnostics

extension LintRule {
  static let unusedAllow = LintRule(
    "unused-allow", .suppression, .normal,
    """
    A suppression has no effect.

    The rule no longer reports anything there, so the suppression is only a distraction, and could hide a new finding.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        hasAgreed: Bool = false @allow(optional-bool, "the old forms had a third box")
      }
      """,
    fix: .replacing(#"false @allow(optional-bool, "the old forms had a third box")"#, with: "false"),
    needsEveryFile: true, check: .engine)
}

extension Findings {
  mutating func reportUnused(_ suppression: Suppression) {
    let fix: Diagnostic.Fix =
      switch suppression.removal {
      case .whole(let range): .init(title: "remove the suppression", range: range, replacement: "", isSafe: true)
      case .part(let range): .init(title: "remove '\(suppression.rule)'", range: range, replacement: "", isSafe: true)
      }
    report(
      "'\(suppression.rule)' reports nothing here", at: suppression.ruleRange, help: "remove it",
      fixes: [fix])
  }
}
