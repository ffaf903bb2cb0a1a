import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let stringDate = LintRule(
    "string-date", .types, .normal,
    """
    A date is stored in a `String`.

    It is sorted as text, accepts `02/31` and `soon`, and must be parsed each time it is used. A birthday has no time,
    and is a `Day`. A text with a `@pattern` isn't reported, because the pattern defines its format.
    """,
    example: """
      model Invoice {
        id: UUID = uuid() @primaryKey
        dueDate: String
      }
      """,
    fix: .replacing("String", with: "Date"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, field.field.constraints.pattern == nil,
        namesDate(field.words)
      else { return }
      guard !context.declared.isUnreadable(field) else { return }
      let type = namesDay(field.words) ? "Day" : "Date"
      let (help, fixes) = context.retyping(field, to: type, "a '\(type)'", form: "text")
      findings.report(
        "'\(field.name)' stores a date in a 'String'", at: field.typeRange,
        help: help + ", or specify its format with '@pattern'", fixes: fixes)
    })
}
