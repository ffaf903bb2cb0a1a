import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let identityNotSensitive = LintRule(
    "identity-not-sensitive", .care, .normal,
    """
    The number of an account, a card or a person isn't marked `@sensitive`.

    Fields that aren't marked are printed in descriptions, and so in logs and crash reports. The stored value doesn't
    change, so the fix is safe. A `cardNumber` is reported for payment cards, but not for a library card.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        iban: String
      }
      """,
    fix: .replacing("String", with: "String @sensitive"),
    check: .fields { field, context, findings in
      guard let scalar = field.scalar, scalar == .string || scalar == .data || scalar.isInteger,
        let word = WordList.identities.head(of: field.words, before: WordList.tails),
        WordList.notIdentity.match(in: field.words) == nil,
        word != "card number" || context.declared.isAboutPaying(field),
        !context.declared.isRedacted(field), !context.declared.isEncrypted(field)
      else { return }
      findings.report(
        "'\(field.name)' can cause harm if it leaks, and logs may print it", at: field.range, help: "add '@sensitive'",
        fixes: [field.adding("@sensitive", isSafe: true)])
    })
}
