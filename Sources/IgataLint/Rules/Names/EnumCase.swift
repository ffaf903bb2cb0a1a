import IgataDiagnostics

extension LintRule {
  /// The name of an enum's case is not written in `lowerCamelCase`.
  ///
  /// Swift code writes `.onLoan`. What is stored is the raw value, which may be anything: `case onLoan = "ON_LOAN"`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum State {
  ///   case ON_LOAN
  ///   case FREE
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum State {
  ///   case onLoan = "ON_LOAN"
  ///   case free = "FREE"
  /// }
  /// ```
  static let enumCase = LintRule(
    "enum-case", .names, .usual,
    houseStyle: HouseStyle("cases are not in lowerCamelCase", help: "name them in lowerCamelCase"),
    check: .names(checkEnumCase))
}

private func checkEnumCase(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard case .enumCase = name.role, !isLowerCamelCase(name.text) else { return }
  let proposal = lowerCamelCase(name.words)
  guard !proposal.isEmpty, proposal != name.text, !beginsWithDigit(proposal) else { return }
  findings.report(
    "case '\(name.text)' is not in lowerCamelCase", at: name.range, help: "name it '\(proposal)'",
    fixes: context.index.renaming(name, to: proposal))
}
