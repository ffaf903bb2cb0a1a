import IgataTemplateLanguage

/// Values of the schema as Swift expressions.
enum SwiftLiteral {
  /// A string literal. What a reader could not see or would misread (controls, marks of direction, joiners) is
  /// escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return "\"\(text)\"" }
    return "\"" + StringEscapes.swift(text) + "\""
  }

  /// Writes a line of a literal of several lines, in which three quotes in a row would end it.
  static func writeLine(_ line: Substring, into text: inout TextBuffer) {
    if line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }), !line.utf8.hasThreeQuotes {
      return text.append(line.utf8)
    }
    var quotes = 0
    for byte in StringEscapes.swift(String(line), quote: "\"").utf8 {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      if quotes == 3 {
        text.append(literal: "\\")
        quotes = 0
      }
      text.append(CollectionOfOne(byte))
    }
  }

  /// Whether the text is ASCII of which nothing is escaped.
  private static func isPlain(_ text: String) -> Bool {
    text.consists { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// An integer literal with its digits grouped as a person would write them.
  static func integer(_ value: Int64) -> String {
    if value.magnitude < 10_000 { return String(value) }
    let digits = String(value.magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "_" }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + result
  }
}

extension Substring.UTF8View {
  fileprivate var hasThreeQuotes: Bool {
    var quotes = 0
    for byte in self {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      if quotes == 3 { return true }
    }
    return false
  }
}
