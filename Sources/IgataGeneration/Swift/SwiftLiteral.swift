import IgataTemplateLanguage

/// Values of the schema as Swift expressions.
enum SwiftLiteral {
  /// A string literal. What a reader could not see or would misread (controls, marks of direction, joiners) is
  /// escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return "\"\(text)\"" }
    return "\"" + StringEscapes.swift(text) + "\""
  }

  /// Writes what stands between the quotes of a literal, with `quote` for each quote in it.
  static func writeEscaped(_ string: String, quote: String, into text: inout TextBuffer) {
    text.append(isPlain(string) ? string : StringEscapes.swift(string, quote: quote))
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
