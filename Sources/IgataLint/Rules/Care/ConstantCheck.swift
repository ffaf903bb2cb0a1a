import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let constantCheck = LintRule(
    "constant-check", .care, .normal,
    """
    A condition holds for every row, or for none.

    A check that never holds refuses every row, and one that always holds refuses none: it compares a field with
    itself, its bounds exclude each other, or `@range` or `@length` of the field says the same or the opposite.
    """,
    example: """
      model Booking {
        id: UUID = uuid() @primaryKey
        nights: Int

        check(nights > 30 && nights < 1)
      }
      """,
    fix: .replacing("> 30 && nights < 1)", with: ">= 1 && nights <= 30)"),
    check: .models { model, context, findings in
      let analysis = ConditionAnalysis(schema: context.schema, model: model.model)
      for declared in model.declaredConditions {
        switch analysis.truth(of: declared.condition.rows) {
        case .unknown: continue
        case .always: findings.report("the condition holds for every row", at: declared.range, help: "remove it")
        case .never: findings.report("the condition holds for no row", at: declared.range, help: "correct it")
        }
      }
    })
}
