import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let twoSpellings = LintRule(
    "two-spellings", .care, .normal,
    """
    A word is spelled in two ways.

    `colour` in one model and `color` in another, `timeZone` here and `timezone` there, `ユーザー` and `ユーザ`: searching
    for one spelling doesn't find the other.
    """,
    example: """
      model Desk {
        id: UUID = uuid() @primaryKey
        colour: String
      }

      model Chair {
        id: UUID = uuid() @primaryKey
        seatColor: String
      }
      """,
    fix: .replacing("colour:", with: "color:"),
    check: .schema { context, findings in
      // Most names occur many times in a schema.
      var occurrences: [String: Occurrence] = [:]
      for (index, name) in context.names.enumerated() {
        occurrences[name.text, default: Occurrence(name: name, index: index)].count += 1
      }
      var spellings = Spellings()
      for occurrence in occurrences.values { spellings.note(occurrence) }
      for pair in spellings.pairs() {
        let (rare, common) =
          pair.first.count > pair.second.count ? (pair.second, pair.first) : (pair.first, pair.second)
        // If both are equally common, the later one is reported.
        let (odd, other) =
          rare.count == common.count && rare.first.index < common.first.index ? (common, rare) : (rare, common)
        let (range, otherName) = (odd.first.name.range, other.first.name)
        findings.report(
          "'\(odd.text)' is spelled '\(other.text)' elsewhere", at: range, help: "use one spelling",
          related: [.init(otherName.range, "'\(otherName.text)' is here")])
      }
    })
}

/// A name with its first occurrence and the number of occurrences.
private struct Occurrence {
  var name: DeclaredName
  /// The index among all names.
  var index: Int
  var count = 0
}

/// One spelling of a word, with the first name that has it and the number of occurrences in the schema.
private struct Spelling {
  var text: String
  var first: Occurrence

  var count: Int { first.count }
}

private struct Spellings {
  /// The spellings, by the normalized form of the word and by the spelling.
  private var words: [String: [String: Spelling]] = [:]
  private var joined: [String: Spelling] = [:]
  private var separated: [String: Spelling] = [:]

  mutating func note(_ occurrence: Occurrence) {
    let name = occurrence.name
    for (index, word) in name.words.enumerated() {
      let spelling = Spelling(text: word, first: occurrence)
      // In a name that is all upper case, word boundaries are unknown.
      if name.text.contains(where: \.isLowercase) || name.text.hasCaselessLetters {
        Self.add(spelling, as: word, to: &joined)
      }
      if let key = normalizedSpelling(of: word) { Self.add(spelling, as: word, to: &words[key, default: [:]]) }
      guard index > 0 else { continue }
      let before = name.words[index - 1]
      guard canJoin(before, word) else { continue }
      let apart = Spelling(text: before + capitalized(word), first: occurrence)
      Self.add(apart, as: before + word, to: &separated)
    }
  }

  /// Keeps the first name of a spelling, regardless of the order in which they are added.
  private static func add(_ spelling: Spelling, as key: String, to spellings: inout [String: Spelling]) {
    guard let known = spellings[key] else {
      spellings[key] = spelling
      return
    }
    var earlier = spelling.first.index < known.first.index ? spelling : known
    earlier.first.count = known.count + spelling.count
    spellings[key] = earlier
  }

  /// Two spellings of each word that has more than one, sorted by word.
  func pairs() -> [(first: Spelling, second: Spelling)] {
    var result: [(first: Spelling, second: Spelling)] = []
    for key in words.filter({ $0.value.count > 1 }).keys.sorted() {
      let found = (words[key] ?? [:]).values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      for other in found.dropFirst() { result.append((found[0], other)) }
    }
    for key in separated.keys.filter({ joined[$0] != nil }).sorted() {
      guard let apart = separated[key], let together = joined[key] else { continue }
      result.append((apart, together))
    }
    return result
  }

  /// Whether two words are also written as one.
  private func canJoin(_ first: String, _ second: String) -> Bool {
    if first == "e", second == "mail" { return true }
    let bytes = first.utf8.count + second.utf8.count
    return bytes > 4 && first.utf8.count > 1 && second.utf8.count > 1 && !particles.contains(first)
      && (first + second).utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}

/// The normalized form of a word that is known to have several spellings.
private func normalizedSpelling(of word: String) -> String? {
  if let american = americanSpellings[word] { return american }
  if knownAmerican.contains(word) { return word }
  return word.utf8.contains { $0 >= 0x80 } ? withoutLongVowels(word) : nil
}

/// A katakana word without its trailing long-vowel marks, which are optional.
private func withoutLongVowels(_ word: String) -> String? {
  var result = String.UnicodeScalarView()
  let letters = Array(word.unicodeScalars)
  var isKatakana = false
  for (index, letter) in letters.enumerated() {
    let next = index + 1 < letters.count ? letters[index + 1] : " "
    let isMark = letter == "ー" && index > 1 && !(0x30A1...0x30FC).contains(next.value)
    isKatakana = isKatakana || (0x30A1...0x30FC).contains(letter.value)
    if !isMark { result.append(letter) }
  }
  return isKatakana ? String(result) : nil
}

private let knownAmerican = Set(americanSpellings.values)

/// Words that don't form a compound with the next word.
private let particles: Set<String> = [
  "a", "an", "and", "as", "at", "by", "for", "has", "in", "is", "no", "of", "on", "or", "per", "to", "with",
]
