import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let negatedBool = LintRule(
    "negated-bool", .names, .normal,
    """
    A `Bool` has a negated name.

    `!isNotRead` is hard to read. Use the positive name, and invert the default.
    """,
    example: """
      model Message {
        id: UUID = uuid() @primaryKey
        isNotRead: Bool = true
      }
      """,
    fix: .replacing("isNotRead: Bool = true", with: "isRead: Bool = false"),
    check: .fields { field, _, findings in
      guard field.scalar == .bool, let index = field.words.firstIndex(of: "not") else { return }
      // "Do not disturb" is a name by itself.
      if index > 0, field.words[index - 1] == "do" { return }
      let proposal = lowerCamelCase(field.words.filter { $0 != "not" })
      findings.report(
        "'\(field.name)' is negated, so '!\(field.name)' is a double negation", at: field.range,
        help: proposal.isEmpty ? "use a positive name" : "name it '\(proposal)' and invert the default")
    })
}
