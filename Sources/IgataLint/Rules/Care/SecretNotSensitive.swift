import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A secret is not marked `@sensitive`.
  ///
  /// What is not marked stands in descriptions, and so in logs and crash reports. With `@sensitive` the field prints as
  /// `<sensitive>`; what is stored does not change, so that the fix counts as safe.
  ///
  /// What is encrypted, by its name or by the comment on it, helps nobody without a key, and a hash of anything but a
  /// password or a short code opens nothing: these are left alone, as is what names something else in the end, such as
  /// `tokenEndpointAuthMethod` or `apiKeyPrefix`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   accessToken: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   accessToken: String @sensitive
  /// }
  /// ```
  static let secretNotSensitive = LintRule(
    "secret-not-sensitive", .care, .grave, check: .fields(checkSecretNotSensitive))
}

private func checkSecretNotSensitive(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.scalar == .string || field.scalar == .data, namesSecret(field.words), !isPlainPassword(field),
    !context.index.isGuarded(field), !context.index.isEncrypted(field)
  else { return }
  findings.report(
    "'\(field.name)' is a secret that logs may print", at: field.range, help: "add '@sensitive'",
    fixes: [field.adding("@sensitive", isSafe: true)])
}
