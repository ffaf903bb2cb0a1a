import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// The number of an account, a card or a person is not marked `@sensitive`.
  ///
  /// What is not marked stands in descriptions, and so in logs and crash reports. What is stored does not change, so
  /// that the fix counts as safe. A `cardNumber` counts where cards pay, and not in a library.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   iban: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   iban: String @sensitive
  /// }
  /// ```
  static let identityNotSensitive = LintRule(
    "identity-not-sensitive", .care, .usual, check: .fields(checkIdentityNotSensitive))
}

private func checkIdentityNotSensitive(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let scalar = field.scalar, scalar == .string || scalar == .data || scalar.isInteger,
    let word = WordList.identities.head(of: field.words, before: WordList.tails),
    WordList.notIdentity.match(in: field.words) == nil, word != "card number" || context.index.isAboutPaying(field),
    !context.index.isGuarded(field), !context.index.isEncrypted(field)
  else { return }
  findings.report(
    "'\(field.name)' does harm in the wrong hands, and logs may print it", at: field.range, help: "add '@sensitive'",
    fixes: [field.adding("@sensitive", isSafe: true)])
}
