import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let pluralList = LintRule(
    "plural-list", .names, .normal,
    """
    A list has a singular name.

    `for tag in article.tag` is confusing. The name of a list is a plural.
    """,
    example: """
      model Article {
        id: UUID = uuid() @primaryKey
        tag: [Tag]
      }

      model Tag {
        name: String @primaryKey
      }
      """,
    fix: .replacing("tag:", with: "tags:"),
    houseStyle: HouseStyle("lists have singular names", help: "name them in the plural"),
    check: .fields { field, context, findings in
      guard let last = field.words.last, let element = elementWord(field, context) else { return }
      let isOne = element.isEmpty ? commonElements.contains(last) : last == element || plural(of: last) == element
      // `tagsOnQuestion` and `metricsDaily` already are plurals.
      guard isOne, !last.hasSuffix("s"), !collectives.contains(last),
        !field.words.dropLast().contains(where: { $0.hasSuffix("s") && !$0.hasSuffix("ss") })
      else { return }
      let proposal = lowerCamelCase(field.words.dropLast() + [plural(of: last)])
      guard proposal != field.name else { return }
      findings.report(
        "'\(field.name)' is a list with a singular name", at: field.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(field.declaration, to: proposal))
    })
}

/// The last word of the elements' type; `nil` if the field isn't a list, empty if the type has no meaningful name.
private func elementWord(_ field: DeclaredField, _ context: LintContext) -> String? {
  switch field.kind {
  case .inverse(_, _, isSingle: true): nil
  case .inverse(let target, _, _), .ordered(let target): context.models[target].words.last
  case .list(.enumeration(let index)): context.enums[index].words.last
  case .list(.newtype(let index)): context.newtypes[index].words.last
  case .list(.scalar): ""
  case .value, .embedded, .toOne: nil
  }
}

/// Words that already refer to many.
private let collectives: Set<String> = Set(
  entries(
    of: """
      staff, crew, media, data, metadata, equipment, history, inventory, feedback, luggage, furniture, personnel, fish,
      sheep, content, merchandise, mail, traffic, cargo, jewelry, cattle, people, children, revenue, income, usage,
      audio, information, research, evidence, music, news, progress, storage, software, hardware, work
      """))

/// Common elements of lists of texts and numbers.
private let commonElements: Set<String> = Set(
  entries(
    of: """
      tag, email, phone, link, image, photo, keyword, label, alias, role, permission, color, language, genre, category,
      skill, topic, ingredient, day, option, url, word, name, number, code, synonym, score, price, weekday, answer
      """))
