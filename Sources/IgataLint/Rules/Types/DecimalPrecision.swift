import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let decimalPrecision = LintRule(
    "decimal-precision", .types, .normal,
    """
    A `Decimal` has no precision on PostgreSQL.

    Without one, `numeric` stores every digit, and two clients that round differently store different values. With
    `Decimal(12, 2)`, the database defines the allowed values.
    """,
    example: """
      model Product {
        id: UUID = uuid() @primaryKey
        price: Decimal
      }
      """,
    fix: .replacing("Decimal", with: "Decimal(12, 2)"),
    houseStyle: HouseStyle("decimals have no precision", help: "specify their digits"),
    check: .names { name, context, findings in
      guard context.targets.dialects.contains(.postgresql) else { return }
      let range: SourceRange
      if let field = name.field {
        guard field.plainScalar == .decimal(precision: nil, scale: nil) else { return }
        range = field.typeRange
      } else if case .newtype(let index) = name.declaration {
        guard context.newtypes[index].type.base == .decimal(precision: nil, scale: nil) else { return }
        range = context.newtypes[index].syntax.base?.range ?? name.range
      } else {
        return
      }
      findings.report(
        "'\(name.text)' is a 'Decimal' without precision", at: range, help: "specify the digits: 'Decimal(12, 2)'")
    })
}
