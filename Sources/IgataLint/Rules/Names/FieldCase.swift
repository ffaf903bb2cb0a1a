import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let fieldCase = LintRule(
    "field-case", .names, .normal,
    """
    The name of a field isn't in `lowerCamelCase`.

    By Swift's conventions a property is named `askedForDelete`, and generated code uses the name of the field. The
    column is still `asked_for_delete`, so a schema that was created from a database stays compatible. Names in
    letters without case, such as `残高_税込`, are valid.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        asked_for_delete: Bool = false
      }
      """,
    fix: .replacing("asked_for_delete:", with: "askedForDelete:"),
    houseStyle: HouseStyle("fields aren't in lowerCamelCase", help: "name them in lowerCamelCase"),
    check: .names { name, context, findings in
      guard name.field != nil, !isLowerCamelCase(name.text) else { return }
      let proposal = lowerCamelCase(name.words)
      guard !proposal.isEmpty, proposal != name.text, !beginsWithDigit(proposal) else { return }
      findings.report(
        "field '\(name.text)' isn't in lowerCamelCase", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}
