/// Words and phrases to look for in names.
///
/// An entry in Latin letters is one or more words separated by spaces, and matches whole words. An entry in a script
/// without spaces matches anywhere in a name.
public struct WordList: Sendable {
  /// The remaining words of each phrase by its first word, shortest first.
  private var phrases: [String: [[String]]] = [:]
  /// The entries in scripts without spaces, by their first letter.
  private var fragments: [Unicode.Scalar: [String]] = [:]

  public init(_ entries: [String]) {
    for entry in entries {
      let words = entry.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
      guard let first = words.first, let letter = first.unicodeScalars.first else { continue }
      if first.unicodeScalars.allSatisfy({ $0.value < 0x2E80 }) {
        phrases[first, default: []].append(Array(words.dropFirst()))
      } else {
        fragments[letter, default: []].append(first)
      }
    }
  }

  /// Creates a list from comma-separated entries.
  init(_ text: String) { self.init(entries(of: text)) }

  /// The entry that the words of a name contain, if any.
  public func match(in words: [String]) -> String? {
    words.indices.lazy.compactMap { matchStarting(at: $0, in: words)?.entry }.first
  }

  /// The longest entry that begins at a word, and its number of words.
  func matchStarting(at index: Int, in words: [String]) -> (entry: String, count: Int)? {
    let word = words[index]
    let rest = phrases[word]?.filter { words[(index + 1)...].starts(with: $0) }.max { $0.count < $1.count }
    if let rest { return (([word] + rest).joined(separator: " "), 1 + rest.count) }
    return fragment(in: word).map { ($0, 1) }
  }

  private func fragment(in word: String) -> String? {
    guard !fragments.isEmpty, word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let letters = word.unicodeScalars
    for index in letters.indices {
      guard let candidates = fragments[letters[index]] else { continue }
      for fragment in candidates where letters[index...].starts(with: fragment.unicodeScalars) { return fragment }
    }
    return nil
  }
}

/// The entries of a comma-separated text, in which a line ending is a space.
func entries(of text: String) -> [String] {
  // By bytes, as finding letters takes longer, and every lint begins with all lists.
  text.utf8.split(separator: UInt8(ascii: ",")).compactMap { entry in
    let words = entry.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(Substring($0)) }
    return words.count > 1 ? words.joined(separator: " ") : words.first
  }
}
