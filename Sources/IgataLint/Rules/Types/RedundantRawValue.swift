import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let redundantRawValue = LintRule(
    "redundant-raw-value", .types, .strictOnly,
    """
    A raw value is the same as the name of its case.

    A case of a text enum is stored as its name by default. Removing the raw value doesn't change the generated code.
    """,
    example: """
      enum State {
        case open = "open"
      }
      """,
    fix: .replacing(#"open = "open""#, with: "open"),
    check: .enums { item, _, findings in
      for entry in item.syntax.cases {
        guard let literal = entry.rawValue, literal.value == .string(entry.name.text) else { continue }
        var range = literal.range
        range.start = entry.name.range.end
        findings.report(
          "'\(entry.name.text)' is stored as its name by default", at: literal.range, help: "remove it",
          fixes: [.init(title: "remove the raw value", range: range, replacement: "", isSafe: true)])
      }
    })
}
