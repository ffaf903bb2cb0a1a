import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let floatUnique = LintRule(
    "float-unique", .types, .normal,
    """
    A binary floating-point number is part of a unique constraint.

    Two numbers that look the same can differ in the last bit, and are both stored.
    """,
    example: """
      model Rate {
        id: UUID = uuid() @primaryKey
        factor: Double @unique
      }
      """,
    fix: .replacing("Double", with: "Decimal(8, 4)"),
    check: .models { model, context, findings in
      var seen: Set<Int> = []
      for part in model.model.uniques.flatMap(\.parts) {
        let column = model.model.columns[part.column]
        guard case .value(let type) = column.role, let scalar = context.schema.scalar(of: type),
          scalar == .float || scalar == .double, seen.insert(column.field).inserted
        else { continue }
        let field = model.model.fields[column.field]
        findings.report(
          "'\(field.name)' is \(scalar.phrase) in a unique constraint, which compares it exactly",
          at: field.origin.range, help: "make it a 'Decimal' or a 'Fixed(scale:)'")
      }
    })
}
