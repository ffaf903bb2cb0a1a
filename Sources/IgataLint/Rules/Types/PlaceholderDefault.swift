import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let placeholderDefault = LintRule(
    "placeholder-default", .types, .normal,
    """
    A default is a placeholder for an unknown value.

    Searches find `"N/A"` and `"unknown"`, and all code must exclude them. Use `nil` instead. A status or a kind can
    be `"unknown"`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        title: String = "N/A"
      }
      """,
    fix: .replacing(#"String = "N/A""#, with: "String?"),
    check: .fields { field, _, findings in
      guard case .string(let text)? = field.field.defaultValue, case .value = field.kind,
        placeholders.contains(text.lowercased()), let value = field.syntax.defaultValue,
        !(field.words.last.map(stateWords.contains) ?? false)
      else { return }
      findings.report(
        "the default of '\(field.name)' is a placeholder", at: value.range, help: "make the field optional",
        fixes: fixes(field, value))
    })
}

private func fixes(_ field: DeclaredField, _ value: ExpressionSyntax) -> [Diagnostic.Fix] {
  guard let type = field.syntax.type?.range, !field.isOptional, field.attribute("primaryKey") == nil else { return [] }
  let rest = SourceRange(file: type.file, start: type.end, end: value.range.end)
  return [.init(title: "make it optional", range: rest, replacement: "?", isSafe: false)]
}

/// For a state, `unknown` and `none` are ordinary values.
private let stateWords: Set<String> = [
  "category", "health", "kind", "level", "mode", "outcome", "phase", "reason", "result", "state", "status", "type",
]

private let placeholders: Set<String> = [
  "-", "--", "?", "n/a", "na", "nil", "none", "null", "tbd", "undefined", "unknown", "xxx", "不明", "未定", "未設定",
]
