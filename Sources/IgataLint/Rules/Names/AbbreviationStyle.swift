import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let abbreviationStyle = LintRule(
    "abbreviation-style", .names, .normal,
    """
    An abbreviation is written like a word: `imageUrl`.

    By Swift's conventions it is `imageURL` and `userID`. Generated code follows them: the key of a relation `owner`
    is `ownerID`.
    """,
    example: """
      model Image {
        id: UUID = uuid() @primaryKey
        sourceUrl: URL
      }
      """,
    fix: .replacing("sourceUrl:", with: "sourceURL:"),
    houseStyle: HouseStyle("names write an abbreviation like a word", help: "write their abbreviations in capitals"),
    check: .names { name, context, findings in
      let words = name.words
      guard words.contains(where: abbreviations.contains), !name.text.utf8.contains(UInt8(ascii: "_")) else { return }
      let proposal = name.isType ? upperCamelCase(words) : lowerCamelCase(words)
      // Other differences, and names that begin with a capital, are reported by other rules.
      guard proposal != name.text, proposal.lowercased() == name.text.lowercased(),
        capitals(of: name.text, in: words, isLower: !name.isType)
      else { return }
      findings.report(
        "'\(name.text)' writes an abbreviation like a word", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}

/// Whether each word of a name except the first begins with a capital, so that only its abbreviations are wrong.
private func capitals(of name: String, in words: [String], isLower: Bool) -> Bool {
  guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
  var position = name.startIndex
  for (index, word) in words.enumerated() {
    guard position < name.endIndex else { return false }
    if index > 0, name[position].isLowercase { return false }
    if index == 0, isLower, name[position].isUppercase { return false }
    position = name.index(position, offsetBy: word.utf8.count, limitedBy: name.endIndex) ?? name.endIndex
  }
  return true
}
