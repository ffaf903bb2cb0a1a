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
  /// ## Mend
  ///
  /// ```igata
  /// model Customer @table("customers") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  static let singularModel = LintRule("singular-model", .names, .usual, check: .models(checkSingularModel))
}

private func checkSingularModel(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  guard let last = model.words.last, let single = singular(of: last) else { return }
  let proposal = upperCamelCase(model.words.dropLast() + [single])
  let name = LintName(role: .model(model.index), text: model.name, range: model.range, words: model.words)
  findings.report(
    "model '\(model.name)' is named in the plural, and a value of it is one", at: model.range,
    help: "name it '\(proposal)'", fixes: context.index.renaming(name, to: proposal))
}
