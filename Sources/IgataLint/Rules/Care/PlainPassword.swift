import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A password is kept as it was typed.
  ///
  /// Whoever reads the table, or a copy of it, has the password, and with it most of the owner's other accounts. Keep a
  /// salted hash of a function made for it (Argon2, scrypt, bcrypt), and name the field after it.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model User {
  ///   id: UUID = uuid() @primaryKey
  ///   password: String @sensitive
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model User {
  ///   id: UUID = uuid() @primaryKey
  ///   passwordHash: String @sensitive
  /// }
  /// ```
  static let plainPassword = LintRule("plain-password", .care, .grave, check: .fields(checkPlainPassword))
}

private func checkPlainPassword(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard isPlainPassword(field) else { return }
  let proposal = field.name.hasCaselessLetters ? "\(field.name)ハッシュ" : "\(field.name)Hash"
  let name = LintName(role: .field(field.place(in: context)), text: field.name, range: field.range, words: field.words)
  findings.report(
    "'\(field.name)' is not said to be a hash", at: field.range, help: "keep a hash, and name it '\(proposal)'",
    fixes: context.index.renaming(name, to: proposal))
}
