import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let stutteringField = LintRule(
    "stuttering-field", .names, .strictOnly,
    """
    A field repeats the name of its model.

    `person.personName` means the same as `person.name`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        personName: String
      }
      """,
    fix: .replacing("personName: String", with: #"name: String @column("person_name")"#),
    houseStyle: HouseStyle("fields repeat the name of their model", help: "remove it"),
    check: .fields { field, context, findings in
      let owner = context.declared.nameWords(of: field.owner)
      guard field.words.count > owner.count, field.words.starts(with: owner) else { return }
      let proposal = lowerCamelCase(Array(field.words.dropFirst(owner.count)))
      guard !beginsWithDigit(proposal), !swiftKeywords.contains(proposal), !meaningless.contains(proposal) else {
        return
      }
      findings.report(
        "'\(field.name)' repeats the name of '\(context.declared.name(of: field.owner))'", at: field.range,
        help: "name it '\(proposal)'", fixes: context.declared.renaming(field.declaration, to: proposal))
    })
}

/// Words that have no meaning without the word before them: `dueOn`, `userID`.
private let meaningless: Set<String> = ["at", "by", "for", "from", "id", "no", "number", "of", "on", "to", "type"]
