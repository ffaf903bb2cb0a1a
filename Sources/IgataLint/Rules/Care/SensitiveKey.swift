import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let sensitiveKey = LintRule(
    "sensitive-key", .care, .normal,
    """
    A sensitive field is the key of a model.

    The key is copied to every row that refers to it, to the names of cache entries, and to every error that
    identifies the row.
    """,
    example: """
      model Citizen {
        let taxNumber: String @primaryKey @sensitive
      }
      """,
    fix: """
      model Citizen {
        let id: UUID = uuid() @primaryKey
        taxNumber: String @unique @sensitive
      }
      """,
    check: .models { model, _, findings in
      var seen: Set<Int> = []
      for column in model.model.primaryKey {
        let position = model.model.columns[column].field
        let field = model.model.fields[position]
        guard field.isSensitive, seen.insert(position).inserted else { continue }
        findings.report(
          "'\(field.name)' is sensitive, and as a key it is stored in every row that refers to it",
          at: field.origin.range,
          help: "give '\(model.name)' a key without meaning, and make this '@unique'")
      }
    })
}
