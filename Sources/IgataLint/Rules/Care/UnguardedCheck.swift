import IgataDiagnostics
import IgataSchema
import IgataTables

extension LintRule {
  static let unguardedCheck = LintRule(
    "unguarded-check", .care, .normal,
    """
    A check refuses every row in which an optional field is `nil`.

    A comparison with `<`, `<=`, `>` or `>=` doesn't hold if one side is `nil`, so that a row without a value is
    refused, although the field is optional. Say what holds then: `endsAt == nil || endsAt > startsAt`. If no row may
    lack the value, make the field required, or write `endsAt != nil && …`.
    """,
    example: """
      model Booking {
        id: UUID = uuid() @primaryKey
        startsAt: Date
        endsAt: Date?

        check(endsAt > startsAt)
      }
      """,
    fix: .replacing(">", with: "== nil || endsAt >"),
    check: .models { model, context, findings in
      var analysis = ConditionAnalysis(schema: context.schema, model: model.model)
      for check in model.model.checks {
        let tested = check.condition.rows.nullTests
        for column in check.condition.rows.orderedColumns where model.model.columns[column].isNullable {
          analysis.nullColumn = column
          guard !tested.contains(column), analysis.truth(of: check.condition.rows) == .never else { continue }
          let field = model.model.fields[model.model.columns[column].field]
          findings.report(
            "the check refuses every row without '\(field.name)'", at: check.range,
            help: "write '\(field.name) == nil || …', or make '\(field.name)' required",
            related: [.init(field.origin.range, "'\(field.name)' is optional")])
          break
        }
      }
    })
}

extension RowCondition {
  /// The columns that are compared by their order.
  fileprivate var orderedColumns: [Int] {
    switch self {
    case .comparison(let left, let comparison, let right):
      comparison.isOrdered ? [left, right].compactMap(\.column) : []
    case .isNull, .isIn: []
    case .not(let inner): inner.orderedColumns
    case .all(let terms), .any(let terms): terms.flatMap(\.orderedColumns)
    }
  }

  /// The columns that are compared with `nil`.
  fileprivate var nullTests: Set<Int> {
    switch self {
    case .isNull(let column): [column]
    case .comparison, .isIn: []
    case .not(let inner): inner.nullTests
    case .all(let terms), .any(let terms): terms.reduce(into: []) { $0.formUnion($1.nullTests) }
    }
  }
}
