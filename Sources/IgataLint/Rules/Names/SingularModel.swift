import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A model is named in the plural.
  ///
  /// A value of the type is one of them: `let customer = Customer(…)`. The table may be called `customers`: `@table`
  /// says so, or the setting for all of them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Customers {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Customer @table("customers") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  static let singularModel = LintRule(
    "singular-model", .names, .usual,
    houseStyle: HouseStyle("models are named in the plural", help: "name them in the singular"),
    check: .models(checkSingularModel))
}

private func checkSingularModel(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let words = inSingular(model.words)
  guard words != model.words else { return }
  let proposal = upperCamelCase(words)
  let name = LintName(role: .model(model.index), text: model.name, range: model.range, words: model.words)
  findings.report(
    "model '\(model.name)' is named in the plural, and a value of it is one", at: model.range,
    help: "name it '\(proposal)'", fixes: context.index.renaming(name, to: proposal))
}

/// A name with its last word in the singular, and the word before a preposition: `TagsOnPosts` is `TagOnPost`.
private func inSingular(_ words: [String]) -> [String] {
  words.enumerated().map { index, word in
    let isHead = index + 1 == words.count || (index > 0 || words.count > 2) && prepositions.contains(words[index + 1])
    return isHead ? singular(of: word) ?? word : word
  }
}
