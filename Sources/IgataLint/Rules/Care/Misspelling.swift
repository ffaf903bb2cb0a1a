import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let misspelling = LintRule(
    "misspelling", .care, .normal,
    """
    A name is misspelled.

    The misspelling is copied to code and columns, and searching for the correct word doesn't find it. Only a short
    list of common misspellings is checked.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        adress: String
      }
      """,
    fix: .replacing("adress:", with: "address:"),
    check: .names { name, context, findings in
      guard let index = name.words.firstIndex(where: { misspellings[$0] != nil }),
        let right = misspellings[name.words[index]]
      else { return }
      var words = name.words
      let wrong = words[index]
      words[index] = right
      let proposal = name.isType ? upperCamelCase(words) : lowerCamelCase(words)
      findings.report(
        "'\(wrong)' is a misspelling of '\(right)'", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}
