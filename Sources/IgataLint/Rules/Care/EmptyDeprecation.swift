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
    fix: """
      model Person {
        id: UUID = uuid() @primaryKey
        fullName: String = "" @deprecated("use firstName and lastName")
      }
      """,
    check: .schema(checkEmptyDeprecation))
}

private func checkEmptyDeprecation(_ context: LintContext, _ findings: inout Findings) {
  for model in context.models { check(model.syntax.attributes, model.name, &findings) }
  for item in context.structs { check(item.syntax.attributes, item.name, &findings) }
  for item in context.newtypes { check(item.syntax.attributes, item.name, &findings) }
  for field in context.fields { check(field.syntax.attributes, field.name, &findings) }
  for item in context.enums {
    check(item.syntax.attributes, item.name, &findings)
    for entry in item.syntax.cases { check(entry.attributes, entry.name.text, &findings) }
  }
}

private func check(_ attributes: [AttributeSyntax], _ name: String, _ findings: inout Findings) {
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
