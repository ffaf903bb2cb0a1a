import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let commaList = LintRule(
    "comma-list", .types, .normal,
    """
    Several values are stored in one `String`.

    It is hard to search for one of them, and a value that contains a comma breaks the others. A list stores each
    value separately. Text that is hashed, encrypted or secret isn't reported: it is one value.
    """,
    example: """
      model Photo {
        id: UUID = uuid() @primaryKey
        keywords: String = ""
      }
      """,
    fix: .replacing(#"String = """#, with: "[String] = []"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, !field.isList, let last = field.words.last else { return }
      let isNamed = listWords.contains(last) || field.words.contains("csv") || namesList(field.words)
      // Encrypted text is one value, regardless of its content.
      guard isNamed, !namesSecret(field.words), !field.field.isSensitive, !context.declared.isUnreadable(field) else {
        return
      }
      findings.report(
        "'\(field.name)' stores several values in one 'String'", at: field.typeRange, help: "make it a '[String]'",
        fixes: fixes(field))
    })
}

/// `tagList`, `commaSeparatedNames`
private func namesList(_ words: [String]) -> Bool {
  guard let last = words.last, words.count > 1 else { return false }
  if words.starts(with: ["comma", "separated"]) { return true }
  return last == "list" && listWords.contains(plural(of: words[words.count - 2]))
}

private func fixes(_ field: DeclaredField) -> [Diagnostic.Fix] {
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

/// Plurals of things that are short texts.
private let listWords: Set<String> = Set(
  entries(
    of: """
      tags, keywords, emails, phones, urls, links, roles, permissions, categories, labels, aliases, colors, colours,
      sizes, languages, genres, topics, skills, hobbies, amenities, attendees, participants, recipients, authors, ids,
      codes, allergens, synonyms, hashtags, tag, keyword
      """
  )
).subtracting(["tag", "keyword"])
