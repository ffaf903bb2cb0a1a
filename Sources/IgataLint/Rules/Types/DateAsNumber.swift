import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let dateAsNumber = LintRule(
    "date-as-number", .types, .normal,
    """
    A date is stored as a number.

    Nothing specifies whether `1700000000` counts seconds or milliseconds, and from which epoch. A `Date` is an
    instant on every engine. Numbers with a `@range`, and 16-bit numbers, are assumed to be hours or days and aren't
    reported.
    """,
    example: """
      model Session {
        id: UUID = uuid() @primaryKey
        createdAt: Int64
      }
      """,
    fix: .replacing("Int64", with: "Date"),
    houseStyle: HouseStyle("dates are stored as numbers", help: "make them 'Date'"),
    check: .fields { field, context, findings in
      guard let scalar = field.plainScalar, scalar.isInteger || scalar == .double, scalar != .int16,
        field.field.constraints.isEmpty, namesDate(field.words)
      else { return }
      let (help, fixes) = context.retyping(field, to: "Date", "a 'Date'", form: "seconds")
      findings.report(
        "'\(field.name)' stores a date as \(scalar.phrase)", at: field.typeRange, help: help, fixes: fixes)
    })
}
