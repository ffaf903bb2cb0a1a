import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// One word is spelt in two ways.
  ///
  /// `colour` in one model and `color` in another, `timeZone` here and `timezone` there, `ユーザー` and `ユーザ`: who
  /// remembers one looks in vain for the other.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Desk {
  ///   id: UUID = uuid() @primaryKey
  ///   colour: String
  /// }
  ///
  /// model Chair {
  ///   id: UUID = uuid() @primaryKey
  ///   seatColor: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Desk {
  ///   id: UUID = uuid() @primaryKey
  ///   color: String
  /// }
  ///
  /// model Chair {
  ///   id: UUID = uuid() @primaryKey
  ///   seatColor: String
  /// }
  /// ```
  static let twoSpellings = LintRule("two-spellings", .care, .usual, check: .schema(checkTwoSpellings))
}

private func checkTwoSpellings(_ context: LintContext, _ findings: inout Findings) {
  // Most names stand in a schema many times.
  var occurrences: [String: Occurrence] = [:]
  for (place, name) in context.names.enumerated() {
    occurrences[name.text, default: Occurrence(name: name, place: place)].count += 1
  }
  var spellings = Spellings()
  for occurrence in occurrences.values { spellings.note(occurrence) }
  for pair in spellings.pairs() {
    let (rare, common) = pair.first.count > pair.second.count ? (pair.second, pair.first) : (pair.first, pair.second)
    // Of two that are as common, the later one is the odd one.
    let (odd, other) =
      rare.count == common.count && rare.first.place < common.first.place ? (common, rare) : (rare, common)
    let (place, otherName) = (odd.first.name.range, other.first.name)
    findings.report(
      "'\(odd.text)' is spelt '\(other.text)' elsewhere", at: place, help: "spell it one way",
      related: [.init(otherName.range, "'\(otherName.text)' is here")])
  }
}

/// A name: where it stands first, and how often.
private struct Occurrence {
  var name: LintName
  /// Among all names.
  var place: Int
  var count = 0
}

/// One way to spell a word: the first name that has it, and how often it stands in the schema.
private struct Spelling {
  var text: String
  var first: Occurrence

  var count: Int { first.count }
}

private struct Spellings {
  /// By what is the same in all spellings of a word, by the spelling.
  private var words: [String: [String: Spelling]] = [:]
  private var joined: [String: Spelling] = [:]
  private var parted: [String: Spelling] = [:]

  mutating func note(_ occurrence: Occurrence) {
    let name = occurrence.name
    for (index, word) in name.words.enumerated() {
      let spelling = Spelling(text: word, first: occurrence)
      // Capitals alone do not show where a word begins.
      if name.text.contains(where: \.isLowercase) || name.text.hasCaselessLetters {
        Self.add(spelling, as: word, to: &joined)
      }
      if let sound = sound(of: word) { Self.add(spelling, as: word, to: &words[sound, default: [:]]) }
      guard index > 0 else { continue }
      let before = name.words[index - 1]
      guard canJoin(before, word) else { continue }
      let apart = Spelling(text: before + capitalized(word), first: occurrence)
      Self.add(apart, as: before + word, to: &parted)
    }
  }

  /// Keeps the first name of a spelling, whatever the order they come in.
  private static func add(_ spelling: Spelling, as key: String, to spellings: inout [String: Spelling]) {
    guard let known = spellings[key] else {
      spellings[key] = spelling
      return
    }
    var earlier = spelling.first.place < known.first.place ? spelling : known
    earlier.first.count = known.count + spelling.count
    spellings[key] = earlier
  }

  /// Two spellings each of the words that have more than one, in the order of their words.
  func pairs() -> [(first: Spelling, second: Spelling)] {
    var result: [(first: Spelling, second: Spelling)] = []
    for key in words.filter({ $0.value.count > 1 }).keys.sorted() {
      let found = (words[key] ?? [:]).values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      for other in found.dropFirst() { result.append((found[0], other)) }
    }
    for key in parted.keys.filter({ joined[$0] != nil }).sorted() {
      guard let apart = parted[key], let together = joined[key] else { continue }
      result.append((apart, together))
    }
    return result
  }

  /// Two words that are also written as one.
  private func canJoin(_ first: String, _ second: String) -> Bool {
    if first == "e", second == "mail" { return true }
    let bytes = first.utf8.count + second.utf8.count
    return bytes > 4 && first.utf8.count > 1 && second.utf8.count > 1 && !particles.contains(first)
      && (first + second).utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}

/// What is the same in all spellings of a word that is known to have several.
private func sound(of word: String) -> String? {
  if let american = americanSpellings[word] { return american }
  if knownAmerican.contains(word) { return word }
  return word.utf8.contains { $0 >= 0x80 } ? withoutLongVowels(word) : nil
}

/// A word in katakana without the marks of length at its ends, which some write and some do not.
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

/// Words that make no compound with what follows them.
private let particles: Set<String> = [
  "a", "an", "and", "as", "at", "by", "for", "has", "in", "is", "no", "of", "on", "or", "per", "to", "with",
]
