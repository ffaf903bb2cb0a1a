import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let redundantStoredName = LintRule(
    "redundant-stored-name", .types, .strictOnly,
    """
    `@table` or `@column` has the default name.

    Removing it doesn't change the generated code.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        firstName: String @column("first_name")
      }
      """,
    fix: .replacing(#"String @column("first_name")"#, with: "String"),
    check: .schema { context, findings in
      let names = context.schema.names
      for model in context.models {
        guard let attribute = model.attribute("table"), model.model.table == names.table(of: model.name) else {
          continue
        }
        report(attribute, "'\(model.name)' has the table '\(model.model.table)'", context, &findings)
      }
      for field in context.fields {
        guard let attribute = field.attribute("column"), field.field.columnName == defaultColumn(of: field, context)
        else {
          continue
        }
        report(attribute, "'\(field.name)' has the column '\(field.field.columnName)'", context, &findings)
      }
    })
}

private func report(
  _ attribute: AttributeSyntax, _ subject: String, _ context: LintContext, _ findings: inout Findings
) {
  let title = "remove '@\(attribute.name.text)'"
  findings.report(
    "\(subject) by default", at: attribute.range, help: "remove '@\(attribute.name.text)'",
    fixes: [context.declared.removing(attribute.range, title: title, isSafe: true)])
}

private func defaultColumn(of field: DeclaredField, _ context: LintContext) -> String? {
  let name = context.schema.names.column(of: field.name)
  switch field.kind {
  case .value, .list, .embedded: return name
  case .toOne(let target, _, _):
    let model = context.schema.models[target]
    guard model.primaryKey.count == 1 else { return name }
    return context.schema.names.foreignKey(name, to: model.primaryKey.map { model.columns[$0].name }).first
  case .inverse, .ordered: return nil
  }
}
