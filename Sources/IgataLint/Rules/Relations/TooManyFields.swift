import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let tooManyFields = LintRule(
    "too-many-fields", .relations, .normal,
    """
    A model has very many fields.

    Every query loads all of them. Move fields that belong together into a struct, and fields that are rarely used
    into a separate model. Inverses don't count, because they have no columns.
    """,
    example: """
      model Sample {
        id: UUID = uuid() @primaryKey
        value01: Double
        value02: Double
        value03: Double
        value04: Double
        value05: Double
        value06: Double
        value07: Double
        value08: Double
        value09: Double
        value10: Double
        value11: Double
        value12: Double
        value13: Double
        value14: Double
        value15: Double
        value16: Double
        value17: Double
        value18: Double
        value19: Double
        value20: Double
        value21: Double
        value22: Double
        value23: Double
        value24: Double
        value25: Double
        value26: Double
        value27: Double
        value28: Double
        value29: Double
        value30: Double
        value31: Double
        value32: Double
        value33: Double
        value34: Double
        value35: Double
        value36: Double
        value37: Double
        value38: Double
        value39: Double
        value40: Double
      }
      """,
    fix: """
      model Sample {
        id: UUID = uuid() @primaryKey
        values: [Double]
      }
      """,
    options: [fields],
    check: .models { model, context, findings in
      let most = context.count(fields)
      // An inverse is a query, and has no columns.
      let count = model.model.fields.count { !$0.kind.isInverse }
      guard count > most else { return }
      findings.report(
        "'\(model.name)' has \(count) fields, more than \(most)", at: model.range,
        help: "move fields that belong together into structs, or into separate models")
    })
}

private let fields = LintOption("fields", .count(40), "the maximum number of fields of a model")
