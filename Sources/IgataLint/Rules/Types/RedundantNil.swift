import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let redundantNil = LintRule(
    "redundant-nil", .types, .normal,
    """
    The default `nil` is redundant.

    An optional field is `nil` by default.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        email: String? = nil
      }
      """,
    fix: .replacing("String? = nil", with: "String?"),
    check: .fields { field, _, findings in
      guard field.isOptional, case .literal(let literal)? = field.syntax.defaultValue, literal.value == .nil,
        let type = field.syntax.type
      else { return }
      // Prefixes at the end of the type, to include the equals sign.
      var range = literal.range
      range.start = type.range.end
      findings.report(
        "an optional field is 'nil' by default", at: literal.range, help: "remove '= nil'",
        fixes: [.init(title: "remove '= nil'", range: range, replacement: "", isSafe: true)])
    })
}
