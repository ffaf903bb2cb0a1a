import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let wrapperRow = LintRule(
    "wrapper-row", .relations, .strictOnly,
    """
    A wrapper stores a row although a struct would be enough.

    The target has its own table for a few plain fields, and nothing else refers to it. A struct stores them in the
    owner's row, without a second row and a query for it.
    """,
    example: """
      model Settings {
        id: UUID = uuid() @primaryKey
        fontSize: Int = 12
      }

      model Person {
        id: UUID = uuid() @primaryKey
        settings: Settings = Settings()
      }
      """,
    fix: """
      struct Settings {
        fontSize: Int = 12
      }

      model Person {
        id: UUID = uuid() @primaryKey
        settings: Settings
      }
      """,
    check: .fields { field, context, findings in
      guard case .toOne(let target, .wrapper, _) = field.kind, context.declared.usesOfModels[target].count == 1 else {
        return
      }
      let model = context.schema.models[target]
      guard model.fields.count <= 6, model.uniques.isEmpty, model.indexes.isEmpty, model.fields.allSatisfy(isPlain)
      else {
        return
      }
      let count = model.fields.count - 1
      findings.report(
        "'\(field.name)' stores \(count) plain \(count == 1 ? "field" : "fields") in a separate table",
        at: field.typeRange, help: "make '\(model.name)' a struct",
        related: [.init(model.origin.range, "'\(model.name)' is here")])
    })
}

private func isPlain(_ field: Field) -> Bool {
  switch field.kind {
  case .value, .list: true
  case .embedded, .toOne, .inverse, .ordered: false
  }
}
