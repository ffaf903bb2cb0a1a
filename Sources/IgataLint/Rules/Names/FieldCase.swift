import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// The name of a field is not written in `lowerCamelCase`.
  ///
  /// Swift code names properties `askedForDelete`, and generated code takes the name over as it is. The column is
  /// `asked_for_delete` all the same, so that a schema that came from a database loses nothing. Names in letters
  /// without case, such as `残高_税込`, are as right as any.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   asked_for_delete: Bool = false
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   askedForDelete: Bool = false
  /// }
  /// ```
  static let fieldCase = LintRule(
    "field-case", .names, .usual,
    houseStyle: HouseStyle("fields are not in lowerCamelCase", help: "name them in lowerCamelCase"),
    check: .names(checkFieldCase))
}

private func checkFieldCase(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard case .field = name.role, !isLowerCamelCase(name.text) else { return }
  let proposal = lowerCamelCase(name.words)
  guard !proposal.isEmpty, proposal != name.text, !beginsWithDigit(proposal) else { return }
  findings.report(
    "field '\(name.text)' is not in lowerCamelCase", at: name.range, help: "name it '\(proposal)'",
    fixes: context.index.renaming(name, to: proposal))
}
