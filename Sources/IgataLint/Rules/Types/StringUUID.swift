import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let stringUUID = LintRule(
    "string-uuid", .types, .normal,
    """
    A UUID is stored in a `String`.

    It needs more than twice the space, upper and lower case are different values, and any other text is accepted too.
    """,
    example: """
      model Device {
        id: UUID = uuid() @primaryKey
        hardwareUUID: String
      }
      """,
    fix: .replacing("String", with: "UUID"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, let last = field.words.last else { return }
      let bounds = field.field.constraints
      let isLong = bounds.minimumLength == 36 && bounds.maximumLength == 36
      guard last == "uuid" || last == "guid" || (isLong && (last == "id" || last == "key")) else { return }
      guard !context.declared.isUnreadable(field) else { return }
      let (help, fixes) = context.retyping(field, to: "UUID", "a 'UUID'", form: "text")
      findings.report(
        "'\(field.name)' stores a UUID in a 'String'", at: field.typeRange, help: help, fixes: fixes)
    })
}
