import IgataDiagnostics
import IgataLint

extension DiagnosticKind {
  static let unknownRule = DiagnosticKind(
    "unknown-rule",
    """
    `igata.json` or a baseline refers to a rule that doesn't exist.

    `igata lint --list-rules` lists all rules.
    """,
    language: .json,
    example: """
      {"lint": {"rules": {"typecase": "off"}}}
      """,
    fix: .replacing(#"{"typecase":"#, with: #"{"type-case":"#))
}

extension Diagnostic {
  static func unknownRule(_ id: String, at range: SourceRange) -> Diagnostic {
    let near = nearest(id, in: LintRule.all.map(\.id))
    return Diagnostic(
      .unknownRule, "there is no rule '\(visible(id))'", at: range,
      help: near.map { "did you mean '\($0)'?" } ?? "'igata lint --list-rules' lists all of them")
  }
}
