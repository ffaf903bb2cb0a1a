import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A `Bool` is named by what is not.
  ///
  /// `!isNotRead` has to be read twice. Name what is, and turn the default round.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Message {
  ///   id: UUID = uuid() @primaryKey
  ///   isNotRead: Bool = true
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Message {
  ///   id: UUID = uuid() @primaryKey
  ///   isRead: Bool = false
  /// }
  /// ```
  static let negatedBool = LintRule("negated-bool", .names, .usual, check: .fields(checkNegatedBool))
}

private func checkNegatedBool(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.scalar == .bool, let place = field.words.firstIndex(of: "not") else { return }
  // "Do not disturb" is the name of the thing itself.
  if place > 0, field.words[place - 1] == "do" { return }
  let proposal = lowerCamelCase(field.words.filter { $0 != "not" })
  findings.report(
    "'\(field.name)' says what is not, so that '!\(field.name)' is a double negation", at: field.range,
    help: proposal.isEmpty ? "name what is" : "name it '\(proposal)' and turn the default round")
}
