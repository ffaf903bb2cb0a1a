import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// Something personal is not marked `@sensitive`.
  ///
  /// E-mail addresses, telephone numbers and birth dates belong neither in logs nor in crash reports. Only models that
  /// tell of people are looked at, and structs that they use. What is stored does not change, so that the fix counts as
  /// safe.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String @sensitive
  /// }
  /// ```
  static let personalNotSensitive = LintRule(
    "personal-not-sensitive", .care, .picky,
    houseStyle: HouseStyle("fields are personal, and logs may print them", help: "add '@sensitive'"),
    check: .fields(checkPersonalNotSensitive))
}

private func checkPersonalNotSensitive(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let scalar = field.scalar, scalar == .string || scalar == .date,
    WordList.personal.head(of: field.words, before: WordList.tails) != nil,
    WordList.notPersonal.match(in: field.words) == nil, !context.index.isEncrypted(field),
    tellsOfPeople(field, context), !context.index.isGuarded(field)
  else { return }
  findings.report(
    "'\(field.name)' is personal, and logs may print it", at: field.range, help: "add '@sensitive'",
    fixes: [field.adding("@sensitive", isSafe: true)])
}

private func tellsOfPeople(_ field: LintField, _ context: LintContext) -> Bool {
  switch field.owner {
  case .model(let index): isPerson(index, context)
  case .structure(let index):
    // A few uses tell, and there may be many.
    context.index.usesOfStructs[index].prefix(20).contains { place in
      context.fields[place].model.map { isPerson($0, context) } ?? false
    }
  }
}

private func isPerson(_ model: Int, _ context: LintContext) -> Bool {
  guard model < context.models.count, let last = context.models[model].words.last else { return false }
  return WordList.persons.match(in: [last]) != nil
}
