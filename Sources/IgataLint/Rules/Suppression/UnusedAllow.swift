import IgataDiagnostics

extension LintRule {
  /// A suppression silences nothing.
  ///
  /// The rule finds nothing there any more, so that the exception is only in the reader's way, and would hide the next
  /// finding.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool = false @allow(optional-bool, "the old forms had a third box")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool = false
  /// }
  /// ```
  static let unusedAllow = LintRule(
    "unused-allow", .suppression, .usual, needsEveryFile: true, check: .engine)
}

extension Findings {
  mutating func reportUnused(_ suppression: Suppression) {
    let fix: Diagnostic.Fix =
      switch suppression.removal {
      case .whole(let range): .init(title: "remove the exception", range: range, replacement: "", isSafe: true)
      case .part(let range): .init(title: "remove '\(suppression.rule)'", range: range, replacement: "", isSafe: true)
      }
    report(
      "'\(suppression.rule)' finds nothing here to allow", at: suppression.ruleRange, help: "leave it out",
      fixes: [fix])
  }
}
