import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let unusedType = LintRule(
    "unused-type", .care, .normal,
    """
    An enum, a type or a struct isn't used.

    Code is still generated for it, and readers wonder about its purpose.
    """,
    example: """
      enum OldKind {
        case book
      }

      model Item {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: """
      model Item {
        id: UUID = uuid() @primaryKey
      }
      """,
    needsEveryFile: true,
    check: .schema { context, findings in
      // A schema without models declares types for other schemas.
      guard !context.models.isEmpty else { return }
      for item in context.enums where context.declared.usesOfEnums[item.index].isEmpty && item.type.deprecation == nil {
        report("enum", item.name, item.range, item.syntax.documentation, item.syntax.range, context, &findings)
      }
      for item in context.newtypes
      where context.declared.usesOfNewtypes[item.index].isEmpty && item.type.deprecation == nil {
        report("type", item.name, item.range, item.syntax.documentation, item.syntax.range, context, &findings)
      }
      for item in context.structs
      where context.declared.usesOfStructs[item.index].isEmpty && item.type.deprecation == nil {
        report("struct", item.name, item.range, item.syntax.documentation, item.syntax.range, context, &findings)
      }
    })
}

private func report(
  _ noun: String, _ name: String, _ range: SourceRange, _ documentation: DocumentationSyntax?, _ whole: SourceRange,
  _ context: LintContext, _ findings: inout Findings
) {
  let lines = documentation.map { $0.range.union(whole) } ?? whole
  findings.report(
    "\(noun) '\(name)' isn't used", at: range, help: "use it or remove it",
    fixes: [context.declared.removingLines(of: lines, title: "remove '\(name)'", isSafe: false)])
}
