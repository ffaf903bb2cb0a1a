import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let emptyDeprecation = LintRule(
    "empty-deprecation", .care, .normal,
    """
    `@deprecated` has no useful reason.

    Developers who see the warning need to know what to use instead.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        fullName: String = "" @deprecated("deprecated")
      }
      """,
    fix: .replacing(#"@deprecated("deprecated")"#, with: #"@deprecated("use firstName and lastName")"#),
    check: .schema { context, findings in
      for model in context.models { checkReason(model.syntax.attributes, model.name, &findings) }
      for item in context.structs { checkReason(item.syntax.attributes, item.name, &findings) }
      for item in context.newtypes { checkReason(item.syntax.attributes, item.name, &findings) }
      for field in context.fields { checkReason(field.syntax.attributes, field.name, &findings) }
      for item in context.enums {
        checkReason(item.syntax.attributes, item.name, &findings)
        for entry in item.syntax.cases { checkReason(entry.attributes, entry.name.text, &findings) }
      }
    })
}

private func checkReason(_ attributes: [AttributeSyntax], _ name: String, _ findings: inout Findings) {
  guard let attribute = attributes.first(where: { $0.name.text == "deprecated" }),
    case .literal(let literal)? = attribute.arguments?.first?.value, case .string(let text) = literal.value
  else { return }
  let words = text.lowercased().split { !$0.isLetter && $0 != "'" }.joined(separator: " ")
  guard emptyReasons.contains(words) else { return }
  findings.report(
    "'\(name)' is deprecated without a reason", at: literal.range, help: "state what to use instead")
}

private let emptyReasons: Set<String> = [
  "", "deprecated", "do not use", "don't use", "legacy", "no longer used", "not used", "obsolete", "old", "remove",
  "tbd", "todo", "unused", "use something else", "廃止", "非推奨", "未使用",
]
