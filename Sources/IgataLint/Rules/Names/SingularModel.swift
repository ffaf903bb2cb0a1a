import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let singularModel = LintRule(
    "singular-model", .names, .normal,
    """
    A model is named in the plural.

    An instance of the type is a single one: `let customer = Customer(…)`. The table can still be named `customers`,
    with `@table` or with the setting for all tables.
    """,
    example: """
      model Customers {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("Customers", with: #"Customer @table("customers")"#),
    houseStyle: HouseStyle("models have plural names", help: "name them in the singular"),
    check: .models { model, context, findings in
      let words = inSingular(model.words)
      guard words != model.words else { return }
      let proposal = upperCamelCase(words)
      findings.report(
        "model '\(model.name)' has a plural name, but an instance is a single one", at: model.range,
        help: "name it '\(proposal)'", fixes: context.declared.renaming(.model(model.index), to: proposal))
    })
}

/// A name with its last word and the word before a preposition in the singular: `TagOnPost` for `TagsOnPosts`.
private func inSingular(_ words: [String]) -> [String] {
  words.enumerated().map { index, word in
    let isHead = index + 1 == words.count || (index > 0 || words.count > 2) && prepositions.contains(words[index + 1])
    return isHead ? singular(of: word) ?? word : word
  }
}
