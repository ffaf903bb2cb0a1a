/// Words and phrases to look for in names.
///
/// An entry of Latin letters is one word or several with spaces between, and is found as whole words; an entry in a
/// script without spaces is found anywhere in a name.
public struct WordList: Sendable {
  /// By the first word, the rest of each phrase; the shortest first.
  private var phrases: [String: [[String]]] = [:]
  /// By the first letter, what stands in scripts without spaces.
  private var fragments: [Unicode.Scalar: [String]] = [:]

  public init(_ entries: [String]) {
    for entry in entries {
      let words = entry.split(separator: " ").map(String.init)
      guard let first = words.first, let letter = first.unicodeScalars.first else { continue }
      if first.unicodeScalars.allSatisfy({ $0.value < 0x2E80 }) {
        phrases[first, default: []].append(Array(words.dropFirst()))
      } else {
        fragments[letter, default: []].append(first)
      }
    }
  }

  /// Entries with commas between them.
  init(_ text: String) { self.init(entries(of: text)) }

  /// The entry that the words of a name hold, if any.
  public func match(in words: [String]) -> String? {
    words.indices.lazy.compactMap { matchStarting(at: $0, in: words)?.entry }.first
  }

  /// The entry that begins at a word, and how many words it takes; the longest where several do.
  func matchStarting(at index: Int, in words: [String]) -> (entry: String, count: Int)? {
    let word = words[index]
    let rest = phrases[word]?.filter { words[(index + 1)...].starts(with: $0) }.max { $0.count < $1.count }
    if let rest { return (([word] + rest).joined(separator: " "), 1 + rest.count) }
    return fragment(in: word).map { ($0, 1) }
  }

  private func fragment(in word: String) -> String? {
    guard !fragments.isEmpty, word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let letters = word.unicodeScalars
    for place in letters.indices {
      guard let candidates = fragments[letters[place]] else { continue }
      for fragment in candidates where letters[place...].starts(with: fragment.unicodeScalars) { return fragment }
    }
    return nil
  }
}

/// The entries of a list that is written as one text, with commas between them; a line end is a space.
func entries(of text: String) -> [String] {
  text.split(separator: ",").compactMap { entry in
    let words = entry.split { $0 == " " || $0 == "\n" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
