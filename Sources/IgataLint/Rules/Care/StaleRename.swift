import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let staleRename = LintRule(
    "stale-rename", .care, .normal,
    """
    `@renamed` has a name that is still used.

    `@renamed` tells a migration which column to rename. If the old name is the current one, or another field has it,
    there is nothing to rename. A case can have the name of another one, whose rows it takes.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String @renamed(from: "name")
      }
      """,
    fix: .replacing(#""name")"#, with: #""fullName")"#),
    check: .schema { context, findings in
      let models = Dictionary(
        context.models.filter { !givesNameAway($0.name, $0.model.renamedFrom) }.map { ($0.name, $0.range) },
        uniquingKeysWith: { first, _ in first })
      for model in context.models {
        report(model.model.renamedFrom, model.name, models, model.attribute("renamed"), context, &findings)
        checkFields(of: .model(model.index), context, &findings)
      }
      for item in context.structs { checkFields(of: .structure(item.index), context, &findings) }
      for item in context.enums { checkCases(of: item, context, &findings) }
    })
}

private func checkCases(of item: DeclaredEnum, _ context: LintContext, _ findings: inout Findings) {
  for entry in item.type.cases where entry.renamedFrom.contains(where: { $0.name == entry.name }) {
    guard let syntax = item.syntax.cases.first(where: { $0.name.range == entry.origin.range }),
      let attribute = syntax.attributes.first(where: { $0.name.text == "renamed" })
    else { continue }
    reportOwnName(entry.name, attribute, isAlone: entry.renamedFrom.count == 1, context, &findings)
  }
}

private func checkFields(of owner: DeclaredField.Owner, _ context: LintContext, _ findings: inout Findings) {
  let fields = context.declared.fields(of: owner)
  guard fields.contains(where: { $0.field.renamedFrom != nil }) else { return }
  let names = Dictionary(
    fields.filter { !givesNameAway($0.name, $0.field.renamedFrom) }.map { ($0.name, $0.range) },
    uniquingKeysWith: { first, _ in first })
  for field in fields {
    report(field.field.renamedFrom, field.name, names, field.attribute("renamed"), context, &findings)
  }
}

/// Whether something that was called otherwise has the name, so that its former bearer can have another one: two fields
/// can exchange their names.
private func givesNameAway(_ name: String, _ former: FormerName?) -> Bool {
  former.map { $0.text != name } ?? false
}

private func report(
  _ former: FormerName?, _ name: String, _ others: [String: SourceRange], _ attribute: AttributeSyntax?,
  _ context: LintContext, _ findings: inout Findings
) {
  guard let old = former?.text, let attribute, let other = others[old] else { return }
  if old == name { return reportOwnName(name, attribute, isAlone: true, context, &findings) }
  findings.report(
    "'\(name)' is renamed from '\(old)', which still exists", at: attribute.range, help: "remove '@renamed'",
    related: [.init(other, "'\(old)' is here")],
    fixes: [context.declared.removing(attribute.range, title: "remove '@renamed'", isSafe: false)])
}

/// - Parameter isAlone: Whether the attribute has no other name.
private func reportOwnName(
  _ name: String, _ attribute: AttributeSyntax, isAlone: Bool, _ context: LintContext, _ findings: inout Findings
) {
  let removing = context.declared.removing(attribute.range, title: "remove '@renamed'", isSafe: true)
  findings.report(
    "'\(name)' is renamed from its own name", at: attribute.range,
    help: isAlone ? "remove '@renamed'" : "remove the name", fixes: isAlone ? [removing] : [])
}
