import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let hardCodedSecret = LintRule(
    "hard-coded-secret", .care, .severe,
    """
    A secret has a default.

    The secret is visible in the schema, in the generated code and in every program that is built from it, and it is
    used whenever no other value is set.
    """,
    example: """
      model Client {
        id: UUID = uuid() @primaryKey
        apiKey: String = "not-a-real-key" @sensitive
      }
      """,
    fix: .replacing(#"= "not-a-real-key" @sensitive"#, with: "@sensitive"),
    check: .fields { field, _, findings in
      guard case .string(let text)? = field.field.defaultValue, !text.isEmpty, namesSecret(field.words),
        let value = field.syntax.defaultValue, let type = field.syntax.type
      else { return }
      let range = SourceRange(file: type.range.file, start: type.range.end, end: value.range.end)
      findings.report(
        "the secret '\(field.name)' has a default that anyone can read", at: value.range, help: "remove the default",
        fixes: [.init(title: "remove the default", range: range, replacement: "", isSafe: false)])
    })
}
