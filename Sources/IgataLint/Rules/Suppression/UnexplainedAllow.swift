import IgataDiagnostics

extension LintRule {
  /// A suppression gives no reason.
  ///
  /// Whoever reads it later can't tell whether it still holds.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool? @allow(optional-bool)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool? @allow(optional-bool, "the old forms had a third box")
  /// }
  /// ```
  static let unexplainedAllow = LintRule("unexplained-allow", .suppression, .usual, check: .engine)
}

extension Findings {
  mutating func reportUnexplained(_ suppression: Suppression) {
    report(
      "nothing says why '\(suppression.rule)' is allowed here", at: suppression.ruleRange,
      help: "add the reason: '@allow(\(suppression.rule), \"why\")' or '// igata:allow \(suppression.rule) why'")
  }
}
