import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let optionalBool = LintRule(
    "optional-bool", .types, .normal,
    """
    A `Bool` is optional, so it has three values instead of two.

    All code that uses it must decide what `nil` means, and will do so inconsistently. Give it a default, or name the
    three states in an enum.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        hasAgreed: Bool?
      }
      """,
    fix: """
      enum Agreement {
        case asked
        case given
        case refused
      }

      model Member {
        id: UUID = uuid() @primaryKey
        agreement: Agreement = .asked
      }
      """,
    houseStyle: HouseStyle("fields are true, false or neither", help: "give them defaults"),
    check: .fields { field, _, findings in
      guard field.isOptional, field.scalar == .bool else { return }
      findings.report(
        "'\(field.name)' is true, false or neither", at: field.typeRange,
        help: "give it a default, or name the three states in an enum")
    })
}
