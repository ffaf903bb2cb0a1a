import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let generatedName = LintRule(
    "generated-name", .names, .normal,
    """
    A field has the name of a member of every generated type.

    `self` becomes `self_` in Swift. `hashValue`, `convert` or `primaryKey` hide the member with that name.
    """,
    example: """
      model Part {
        number: String @primaryKey
        hashValue: Int64
      }
      """,
    fix: .replacing("hashValue: Int64", with: #"digest: Int64 @column("hash_value")"#),
    check: .fields { field, _, findings in
      if bentNames.contains(field.name) {
        report(field, "'\(field.name)' must be named '\(field.name)_' in Swift", &findings)
      } else if memberNames.contains(field.name) {
        report(field, "'\(field.name)' hides the member with this name of every generated type", &findings)
      }
    })
}

private func report(_ field: DeclaredField, _ message: String, _ findings: inout Findings) {
  findings.report(
    message, at: field.range, help: "choose another name; '@column(\"\(field.field.columnName)\")' keeps the column")
}

private let bentNames: Set<String> = ["self"]
private let memberNames: Set<String> = [
  "convert", "customMirror", "debugDescription", "hashValue", "init", "objectSchema", "primaryKey",
  "realm", "schema",
]
