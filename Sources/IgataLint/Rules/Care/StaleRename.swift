import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// `@renamed` has a name that is still used.
  ///
  /// `@renamed` tells a migration which column to rename. If the old name is the current one, or another field has it,
  /// there is nothing to rename.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @renamed(from: "name")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @renamed(from: "fullName")
  /// }
  /// ```
  static let staleRename = LintRule("stale-rename", .care, .normal, check: .schema(checkStaleRename))
}

private func checkStaleRename(_ context: LintContext, _ findings: inout Findings) {
  let models = Dictionary(context.models.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
  for model in context.models {
    report(model.model.renamedFrom, model.name, models, model.attribute("renamed"), context, &findings)
    checkFields(of: .model(model.index), context, &findings)
  }
  for item in context.structs { checkFields(of: .structure(item.index), context, &findings) }
}

private func checkFields(of owner: LintField.Owner, _ context: LintContext, _ findings: inout Findings) {
  let fields = context.index.fields(of: owner)
  guard fields.contains(where: { $0.field.renamedFrom != nil }) else { return }
  let names = Dictionary(fields.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
  for field in fields {
    report(field.field.renamedFrom, field.name, names, field.attribute("renamed"), context, &findings)
  }
}

private func report(
  _ former: FormerName?, _ name: String, _ others: [String: SourceRange], _ attribute: AttributeSyntax?,
  _ context: LintContext, _ findings: inout Findings
) {
  guard let old = former?.text, let attribute, let other = others[old] else { return }
  let removing = context.index.removing(attribute.range, title: "remove '@renamed'", isSafe: old == name)
  if old == name {
    findings.report(
      "'\(name)' is renamed from its own name", at: attribute.range, help: "remove '@renamed'", fixes: [removing])
  } else {
    findings.report(
      "'\(name)' is renamed from '\(old)', which still exists", at: attribute.range, help: "remove '@renamed'",
      related: [.init(other, "'\(old)' is here")], fixes: [removing])
  }
}
