import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let lookupCascade = LintRule(
    "lookup-cascade", .relations, .normal,
    """
    A cascade deletes the contents of a category.

    Deleting a category, a country or a unit deletes everything that refers to it. The contents are worth more than
    the category: use `restrict` or `nullify`.
    """,
    example: """
      model Category {
        id: UUID = uuid() @primaryKey
      }

      model Product {
        id: UUID = uuid() @primaryKey
        category: Category @onDelete(cascade)
      }
      """,
    fix: .replacing("@onDelete(cascade)", with: "@onDelete(restrict)"),
    check: .fields { field, context, findings in
      guard case .toOne(let target, let kind, .cascade) = field.kind, let owner = field.model, owner != target else {
        return
      }
      let (lookup, model) = (context.models[target], context.models[owner])
      guard let last = lookup.words.last, WordList.lookups.match(in: [last]) != nil,
        // A part of the category itself, or a row that only has meaning in its category, is deleted with it.
        !model.words.contains(last), !isPart(field, of: model)
      else { return }
      findings.reportCascade(
        "deleting a '\(lookup.name)' deletes every '\(model.name)' that refers to it", of: field,
        isRequired: kind == .required)
    })
}

private func isPart(_ field: DeclaredField, of model: DeclaredModel) -> Bool {
  let inKey = model.model.primaryKey.contains { model.model.columns[$0].field == field.position }
  let inConstraint = model.model.uniques.contains { unique in
    unique.parts.count > 1 && unique.parts.contains { model.model.columns[$0.column].field == field.position }
  }
  return inKey || inConstraint || model.model.foreignKeys.filter { $0.deleteRule == .cascade }.count > 1
}

extension WordList {
  fileprivate static let lookups = WordList(
    """
    category, type, kind, status, country, currency, language, unit, genre, brand, manufacturer, grade, tier,
    カテゴリ, 分類, 種別, 区分, 単位, 費目
    """)
}
