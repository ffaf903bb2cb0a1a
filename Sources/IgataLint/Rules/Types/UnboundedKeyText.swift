import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let unboundedKeyText = LintRule(
    "unbounded-key-text", .types, .strictOnly,
    """
    A text in a key or an index has no maximum length.

    PostgreSQL rejects a row whose indexed text is longer than a third of a page, MySQL requires a maximum length, and
    an index on long texts is as large as its table.
    """,
    example: """
      model Tag {
        name: String @primaryKey
      }
      """,
    fix: .replacing("@primaryKey", with: "@primaryKey @length(1...80)"),
    houseStyle: HouseStyle("texts in keys and indexes have no maximum length", help: "add '@length'"),
    check: .models { model, context, findings in
      var seen: Set<Int> = []
      let constraints = model.model.uniques + model.model.indexes
      for column in model.model.primaryKey + constraints.flatMap({ $0.parts.map(\.column) }) {
        let index = model.model.columns[column].field
        guard case .value = model.model.columns[column].role, model.model.columns[column].path.isEmpty,
          seen.insert(index).inserted, let field = context.declared.field(index, of: model)
        else { continue }
        let bounds = context.declared.constraints(of: field)
        guard field.scalar == .string, bounds.maximumLength == nil, bounds.pattern == nil else { continue }
        let length = "@length(...\(field.field.generatedLength ?? 255))"
        let fix = field.adding(length, isSafe: false)
        findings.report(
          "'\(field.name)' is part of a key or an index and has no maximum length", at: field.range,
          help: "specify a maximum: '\(length)'", fixes: bounds.minimumLength == nil ? [fix] : [])
      }
    })
}
