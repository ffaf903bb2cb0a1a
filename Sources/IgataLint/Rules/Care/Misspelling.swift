import IgataDiagnostics

extension LintRule {
  /// A name is misspelt.
  ///
  /// It spreads into code and columns, and whoever searches for the right word does not find it. Only a short list of
  /// well known slips is looked for.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   adress: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   address: String
  /// }
  /// ```
  static let misspelling = LintRule("misspelling", .care, .usual, check: .names(checkMisspelling))
}

private func checkMisspelling(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard let place = name.words.firstIndex(where: { misspellings[$0] != nil }),
    let right = misspellings[name.words[place]]
  else { return }
  var words = name.words
  let wrong = words[place]
  words[place] = right
  let proposal = name.role.isType ? upperCamelCase(words) : lowerCamelCase(words)
  findings.report(
    "'\(wrong)' is a misspelling of '\(right)'", at: name.range, help: "name it '\(proposal)'",
    fixes: context.index.renaming(name, to: proposal))
}
