import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A list is named like one of its elements.
  ///
  /// `for tag in article.tag` reads wrong. A list has the plural for a name.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Article {
  ///   id: UUID = uuid() @primaryKey
  ///   tag: [Tag]
  /// }
  ///
  /// model Tag {
  ///   name: String @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Article {
  ///   id: UUID = uuid() @primaryKey
  ///   tags: [Tag]
  /// }
  ///
  /// model Tag {
  ///   name: String @primaryKey
  /// }
  /// ```
  static let pluralList = LintRule(
    "plural-list", .names, .usual,
    houseStyle: HouseStyle("lists are named like one of their elements", help: "name them in the plural"),
    check: .fields(checkPluralList))
}

private func checkPluralList(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let last = field.words.last, let element = elementWord(field, context) else { return }
  let isOne = element.isEmpty ? commonElements.contains(last) : last == element || plural(of: last) == element
  // `tagsOnQuestion` and `metricsDaily` are plurals already.
  guard isOne, !last.hasSuffix("s"), !collectives.contains(last),
    !field.words.dropLast().contains(where: { $0.hasSuffix("s") && !$0.hasSuffix("ss") })
  else { return }
  let proposal = lowerCamelCase(field.words.dropLast() + [plural(of: last)])
  guard proposal != field.name else { return }
  let name = LintName(role: .field(field.place(in: context)), text: field.name, range: field.range, words: field.words)
  findings.report(
    "'\(field.name)' is a list and is named like one of its elements", at: field.range, help: "name it '\(proposal)'",
    fixes: context.index.renaming(name, to: proposal))
}

/// The last word of the elements' type; nothing where the field is no list, empty where the type says nothing.
private func elementWord(_ field: LintField, _ context: LintContext) -> String? {
  switch field.kind {
  case .toMany(let target, _), .ordered(let target): context.models[target].words.last
  case .list(.enumeration(let index)): context.enums[index].words.last
  case .list(.newtype(let index)): context.newtypes[index].words.last
  case .list(.scalar): ""
  case .value, .embedded, .toOne: nil
  }
}

/// Words that name many already.
private let collectives: Set<String> = Set(
  entries(
    of: """
      staff, crew, media, data, metadata, equipment, history, inventory, feedback, luggage, furniture, personnel, fish,
      sheep, content, merchandise, mail, traffic, cargo, jewelry, cattle, people, children, revenue, income, usage,
      audio, information, research, evidence, music, news, progress, storage, software, hardware, work
      """))

/// What lists of plain texts and numbers hold most often.
private let commonElements: Set<String> = Set(
  entries(
    of: """
      tag, email, phone, link, image, photo, keyword, label, alias, role, permission, color, language, genre, category,
      skill, topic, ingredient, day, option, url, word, name, number, code, synonym, score, price, weekday, answer
      """))
