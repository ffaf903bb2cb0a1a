import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// Several values are kept in one `String`.
  ///
  /// Nobody can look for one of them without finding its neighbours too, and the first value with a comma in it breaks
  /// the rest. A list keeps each as it is. A text that is hashed, encrypted or secret is left alone: it is one value.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Photo {
  ///   id: UUID = uuid() @primaryKey
  ///   keywords: String = ""
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Photo {
  ///   id: UUID = uuid() @primaryKey
  ///   keywords: [String] = []
  /// }
  /// ```
  static let commaList = LintRule("comma-list", .types, .usual, check: .fields(checkCommaList))
}

private func checkCommaList(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.plainScalar == .string, !field.isList, let last = field.words.last else { return }
  let isNamed = listWords.contains(last) || field.words.contains("csv") || namesList(field.words)
  // What is encrypted is one text, however many values were in it.
  guard isNamed, !namesSecret(field.words), !field.field.isSensitive, !context.index.isUnreadable(field) else { return }
  findings.report(
    "'\(field.name)' keeps several values in one 'String'", at: field.typeRange, help: "make it a '[String]'",
    fixes: fixes(field))
}

/// `tagList`, `commaSeparatedNames`
private func namesList(_ words: [String]) -> Bool {
  guard let last = words.last, words.count > 1 else { return false }
  if words.starts(with: ["comma", "separated"]) { return true }
  return last == "list" && listWords.contains(plural(of: words[words.count - 2]))
}

private func fixes(_ field: LintField) -> [Diagnostic.Fix] {
  guard !field.isOptional, field.field.constraints.isEmpty, let type = field.syntax.type?.range else { return [] }
  var edits = [Diagnostic.Fix.Edit(type, "[String]")]
  switch field.syntax.defaultValue {
  case nil: break
  case .literal(let literal)? where literal.value == .string(""): edits.append(.init(literal.range, "[]"))
  default: return []
  }
  let isIndexed = ["primaryKey", "unique", "index"].contains { field.attribute($0) != nil }
  return isIndexed ? [] : [.init(title: "make it '[String]'", edits: edits, isSafe: false)]
}

/// Plurals that name things each of which is a short text.
private let listWords: Set<String> = Set(
  entries(
    of: """
      tags, keywords, emails, phones, urls, links, roles, permissions, categories, labels, aliases, colors, colours,
      sizes, languages, genres, topics, skills, hobbies, amenities, attendees, participants, recipients, authors, ids,
      codes, allergens, synonyms, hashtags, tag, keyword
      """
  )
).subtracting(["tag", "keyword"])
