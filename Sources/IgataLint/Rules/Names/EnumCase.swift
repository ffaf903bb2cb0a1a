import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let enumCase = LintRule(
    "enum-case", .names, .normal,
    """
    The name of an enum case isn't in `lowerCamelCase`.

    By Swift's conventions it is `.onLoan`. The stored raw value can be anything: `case onLoan = "ON_LOAN"`.
    """,
    example: """
      enum State {
        case ON_LOAN
        case FREE
      }
      """,
    fix: """
      enum State {
        case onLoan = "ON_LOAN"
        case free = "FREE"
      }
      """,
    houseStyle: HouseStyle("cases aren't in lowerCamelCase", help: "name them in lowerCamelCase"),
    check: .names { name, context, findings in
      guard case .enumCase = name.declaration, !isLowerCamelCase(name.text) else { return }
      let proposal = lowerCamelCase(name.words)
      guard !proposal.isEmpty, proposal != name.text, !beginsWithDigit(proposal) else { return }
      findings.report(
        "case '\(name.text)' isn't in lowerCamelCase", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}
