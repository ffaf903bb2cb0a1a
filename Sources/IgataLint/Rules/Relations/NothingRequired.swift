import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let nothingRequired = LintRule(
    "nothing-required", .relations, .normal,
    """
    A model has no required field.

    A row can be empty except for its key, and all code must handle that. Make the essential fields required. Settings
    aren't reported, because a missing one means a default.
    """,
    example: """
      model Supplier {
        id: UUID = uuid() @primaryKey
        name: String?
        phone: String?
        city: String?
      }
      """,
    fix: .replacing("name: String?", with: "name: String"),
    houseStyle: HouseStyle(
      "models require nothing except their key", help: "remove the '?' from fields that always have a value"),
    check: .models { model, _, findings in
      let keys = model.model.keyFields
      // Missing settings mean the defaults.
      guard keys.count == 1, !(model.words.last.map(settings.contains) ?? false) else { return }
      var count = 0
      for (position, field) in model.model.fields.enumerated() where !keys.contains(position) {
        switch field.kind {
        case .value(_, let isOptional), .embedded(_, let isOptional):
          guard isOptional else { return }
          count += 1
        case .toOne(_, let kind, _):
          guard kind == .optional else { return }
          count += 1
        case .list, .inverse, .ordered: continue
        }
      }
      guard count >= 3 else { return }
      findings.report(
        "nothing of '\(model.name)' is required except its key", at: model.range,
        help: "remove the '?' from fields that always have a value")
    })
}

private let settings: Set<String> = [
  "config", "configuration", "options", "override", "overrides", "preferences", "settings",
]
