import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let personalNotSensitive = LintRule(
    "personal-not-sensitive", .care, .strictOnly,
    """
    Personal data isn't marked `@sensitive`.

    Email addresses, phone numbers and birth dates don't belong in logs or crash reports. Only models of people are
    checked, and structs that they use. The stored value doesn't change, so the fix is safe.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        email: String
      }
      """,
    fix: .replacing("String", with: "String @sensitive"),
    houseStyle: HouseStyle("fields are personal data, and logs may print them", help: "add '@sensitive'"),
    check: .fields { field, context, findings in
      guard let scalar = field.scalar, [.string, .date, .day].contains(scalar),
        WordList.personal.head(of: field.words, before: WordList.tails) != nil,
        WordList.notPersonal.match(in: field.words) == nil, !context.declared.isEncrypted(field),
        isAboutPeople(field, context), !context.declared.isRedacted(field)
      else { return }
      findings.report(
        "'\(field.name)' is personal data, and logs may print it", at: field.range, help: "add '@sensitive'",
        fixes: [field.adding("@sensitive", isSafe: true)])
    })
}

private func isAboutPeople(_ field: DeclaredField, _ context: LintContext) -> Bool {
  switch field.owner {
  case .model(let index): isPerson(index, context)
  case .structure(let index):
    // A few uses are enough, and there can be many.
    context.declared.usesOfStructs[index].prefix(20).contains { index in
      context.fields[index].model.map { isPerson($0, context) } ?? false
    }
  }
}

private func isPerson(_ model: Int, _ context: LintContext) -> Bool {
  guard model < context.models.count, let last = context.models[model].words.last else { return false }
  return WordList.persons.match(in: [last]) != nil
}
