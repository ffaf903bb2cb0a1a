/// The words of one line of a table's description.
struct TableWords {
  private struct Word {
    let text: String
    let isQuoted: Bool
  }

  private var words: [Word] = []
  private var position = 0

  /// The lines of a text. Spaces and commas separate words; a parenthesis is a word. Text in quotes is one word, `""` a
  /// quote; an unfinished one ends with the text.
  static func lines(of text: String) -> [TableWords] {
    var lines: [TableWords] = []
    var line = TableWords()
    var word: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: ","): line.add(&word)
      case UInt8(ascii: "\n"):
        line.add(&word)
        lines.append(line)
        line = TableWords()
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        line.add(&word)
        word.append(byte)
        line.add(&word)
      case UInt8(ascii: "\""):
        line.add(&word)
        takeQuoted(&rest, &word)
        line.add(&word, isQuoted: true)
      default: word.append(byte)
      }
    }
    line.add(&word)
    lines.append(line)
    return lines.filter { !$0.words.isEmpty }
  }

  private static func takeQuoted(_ rest: inout Substring.UTF8View, _ word: inout [UInt8]) {
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        guard rest.first == byte else { return }
        rest.removeFirst()
      }
      word.append(byte)
    }
  }

  private mutating func add(_ word: inout [UInt8], isQuoted: Bool = false) {
    guard isQuoted || !word.isEmpty else { return }
    words.append(Word(text: String(decoding: word, as: UTF8.self), isQuoted: isQuoted))
    word.removeAll(keepingCapacity: true)
  }

  /// The words, as they are.
  var text: String { words.map(\.text).joined(separator: " ") }

  var isAtEnd: Bool { position >= words.count }

  /// The next word, whatever it is.
  mutating func next() -> String? {
    guard words.indices.contains(position) else { return nil }
    position += 1
    return words[position - 1].text
  }

  /// Passes over `word` if it is the next one and is not in quotes.
  mutating func take(_ word: String) -> Bool {
    guard words.indices.contains(position), !words[position].isQuoted, words[position].text == word else {
      return false
    }
    position += 1
    return true
  }

  /// Whether a list in parentheses comes next.
  var isAtList: Bool {
    words.indices.contains(position) && !words[position].isQuoted && words[position].text == "("
  }

  /// Whether a literal of a condition comes next, which is in quotes, a number, `true` or `false`.
  var isAtLiteral: Bool {
    guard words.indices.contains(position) else { return false }
    let word = words[position]
    if word.isQuoted || word.text == "true" || word.text == "false" { return true }
    return word.text.utf8.first.map { $0 == UInt8(ascii: "-") || (48...57).contains($0) } ?? false
  }

  /// Names that are separated by dots.
  mutating func path() -> [String]? { next()?.split(separator: ".").map(String.init) }

  /// Returns the results of `value` for the words in parentheses; `nil` if one of them is `nil`.
  mutating func list<Value>(_ value: (String) -> Value?) -> [Value]? {
    guard take("(") else { return nil }
    var values: [Value] = []
    while !take(")") {
      guard let next = next().flatMap(value) else { return nil }
      values.append(next)
    }
    return values
  }

  /// Returns the results of `value` for the words up to the end; `nil` if one of them is `nil`.
  mutating func rest<Value>(_ value: (String) -> Value?) -> [Value]? {
    var values: [Value] = []
    while let word = next() {
      guard let next = value(word) else { return nil }
      values.append(next)
    }
    return values
  }
}
