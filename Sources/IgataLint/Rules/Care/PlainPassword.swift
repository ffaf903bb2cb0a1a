import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let plainPassword = LintRule(
    "plain-password", .care, .severe,
    """
    A password is stored in plain text.

    Anyone who can read the table, or a copy of it, has the password, and often access to the user's other accounts.
    Store a salted hash of a password hashing function (Argon2, scrypt, bcrypt), and name the field accordingly.
    """,
    example: """
      model User {
        id: UUID = uuid() @primaryKey
        password: String @sensitive
      }
      """,
    fix: .replacing("password:", with: "passwordHash:"),
    check: .fields { field, context, findings in
      guard isPlainPassword(field) else { return }
      let proposal = field.name.hasCaselessLetters ? "\(field.name)ハッシュ" : "\(field.name)Hash"
      findings.report(
        "'\(field.name)' isn't named as a hash", at: field.range, help: "store a hash, and name it '\(proposal)'",
        fixes: context.declared.renaming(field.declaration, to: proposal))
    })
}
