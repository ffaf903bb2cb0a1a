import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let storedAge = LintRule(
    "stored-age", .types, .normal,
    """
    An age is stored.

    It becomes wrong within a year. Store the birth date, and compute the age when it is needed. `minimumAge` and
    similar names are limits, and aren't reported.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        age: Int16
      }
      """,
    fix: .replacing("age: Int16", with: "birthDate: Date"),
    check: .fields { field, _, findings in
      guard let scalar = field.scalar, scalar.isInteger, field.model != nil, !field.isList,
        field.words == ["age"] || field.words == ["current", "age"] || field.name == "年齢"
      else { return }
      findings.report(
        "'\(field.name)' becomes wrong within a year", at: field.range, help: "store the birth date")
    })
}
