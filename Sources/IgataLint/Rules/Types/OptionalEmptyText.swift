import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let optionalEmptyText = LintRule(
    "optional-empty-text", .types, .normal,
    """
    An optional text is empty by default.

    Then there are two representations of a missing value, `nil` and `""`, and queries forget one of them.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        nickname: String? = ""
      }
      """,
    fix: .replacing(#"String? = """#, with: "String?"),
    check: .fields { field, _, findings in
      guard field.isOptional, field.field.defaultValue == .string(""),
        case .literal(let literal)? = field.syntax.defaultValue,
        let type = field.syntax.type
      else { return }
      var range = literal.range
      range.start = type.range.end
      findings.report(
        "'\(field.name)' can be 'nil' and is empty by default, so a missing value has two representations",
        at: literal.range, help: "remove the '?' or the default",
        fixes: [.init(title: "remove the default", range: range, replacement: "", isSafe: false)])
    })
}
