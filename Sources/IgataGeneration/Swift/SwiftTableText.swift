import IgataTemplateLanguage

/// Words of a table's description, in a Swift text of several lines.
enum SwiftTableText {
  /// Words that mean something where a name could stand.
  private static let reserved: NameSet = [
    "of", "desc", "where", "list", "uuid", "uuid7", "now", "autoincrement", "construct",
  ]

  /// Writes a word with a space before it: as it is where it is letters and digits, else in quotes.
  static func write(_ word: String, into text: inout TextBuffer) {
    text.append(literal: " ")
    writeElement(word, isFirst: true, into: &text)
  }

  /// Writes a word of a list.
  static func writeElement(_ word: String, isFirst: Bool, into text: inout TextBuffer) {
    if !isFirst { text.append(literal: ", ") }
    if isPlain(word) {
      text.append(word)
    } else if isBare(word) {
      SwiftLiteral.writeEscaped(word, quote: "", into: &text)
    } else {
      writeLiteral(word, into: &text)
    }
  }

  /// Writes how something was called before it was renamed, if it was.
  static func write(formerName: String?, into text: inout TextBuffer) {
    guard let formerName else { return }
    text.append(literal: " formerly")
    write(formerName, into: &text)
  }

  /// Writes words in parentheses.
  static func writeList(_ words: [String], into text: inout TextBuffer) {
    text.append(literal: " (")
    for (index, word) in words.enumerated() { writeElement(word, isFirst: index == 0, into: &text) }
    text.append(literal: ")")
  }

  /// Writes a word in quotes, with a space before it.
  static func writeQuoted(_ word: String, into text: inout TextBuffer) {
    text.append(literal: " ")
    writeLiteral(word, into: &text)
  }

  private static func isBare(_ word: String) -> Bool {
    !word.isEmpty && !reserved.contains(word) && word.consists { isWordPart($0) || $0 >= 0x80 }
  }

  /// Whether the word is ASCII besides, of which a Swift text escapes nothing.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && !reserved.contains(word) && word.consists(of: isWordPart)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// A quote within the word is doubled for the runtime, and escaped so that three in a row do not end the text.
  static func writeLiteral(_ word: String, into text: inout TextBuffer) {
    text.append(literal: "\"")
    SwiftLiteral.writeEscaped(word, quote: "\\\"\\\"", into: &text)
    text.append(literal: "\"")
  }
}
