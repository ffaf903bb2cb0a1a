extension WordList {
  /// The entry that the head of a compound name matches.
  ///
  /// The last word of a compound is its head: `resetToken` is a token, and `tokenEndpointAuthMethod` is a method. So an
  /// entry matches at the end of a name, before a preposition (`passwordForGuests`), before a number (`apiKey2`), and
  /// before words of `tail`, which don't change its meaning (`tokenValue`). An entry in a script without spaces matches
  /// anywhere, as in ``match(in:)``.
  func head(of words: [String], before tail: Set<String> = [], orParticiple takesParticiple: Bool = false) -> String? {
    for index in words.indices {
      guard let (entry, count) = matchStarting(at: index, in: words) else { continue }
      let rest = words[(index + count)...].prefix { !prepositions.contains($0) }
      let isHead = rest.allSatisfy { word in
        tail.contains(word) || word.utf8.allSatisfy(isDigit) || (takesParticiple && isParticiple(word))
      }
      if isHead { return entry }
    }
    return nil
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// Whether a word is a participle of the noun before it: `amountRefunded`, `feePaid`.
private func isParticiple(_ word: String) -> Bool {
  (word.utf8.count > 4 && word.hasSuffix("ed")) || ["due", "left", "off", "owed", "paid", "spent"].contains(word)
}

/// Words after which the rest of a name only qualifies the part before them.
let prepositions: Set<String> = [
  "after", "before", "between", "by", "excluding", "for", "from", "in", "including", "of", "on", "per", "to", "via",
  "with", "without",
]
