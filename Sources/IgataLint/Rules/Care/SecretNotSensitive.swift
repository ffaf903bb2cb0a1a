import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let secretNotSensitive = LintRule(
    "secret-not-sensitive", .care, .severe,
    """
    A secret isn't marked `@sensitive`.

    Fields that aren't marked are printed in descriptions, and so in logs and crash reports. With `@sensitive`, the
    field is printed as `…`. The stored value doesn't change, so the fix is safe.

    Some fields aren't reported: encrypted values, according to the field's name or comment; hashes of anything except
    a password or a short code; and names that refer to something else, such as `tokenEndpointAuthMethod` or
    `apiKeyPrefix`.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        accessToken: String
      }
      """,
    fix: .replacing("String", with: "String @sensitive"),
    check: .fields { field, context, findings in
      guard field.scalar == .string || field.scalar == .data, namesSecret(field.words), !isPlainPassword(field),
        !context.declared.isRedacted(field), !context.declared.isEncrypted(field)
      else { return }
      findings.report(
        "'\(field.name)' is a secret that logs may print", at: field.range, help: "add '@sensitive'",
        fixes: [field.adding("@sensitive", isSafe: true)])
    })
}
