import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// Values of the schema as Swift expressions.
enum SwiftLiteral {
  /// A string literal. Characters that a reader can't see or would misread (control characters, directional marks,
  /// joiners) are escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return "\"\(text)\"" }
    return "\"" + StringEscapes.swift(text) + "\""
  }

  /// The raw value of an enum's case.
  static func rawValue(_ value: EnumType.RawValue) -> String {
    switch value {
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    }
  }

  /// Writes a line of a multi-line literal, in which three consecutive quotes would end it.
  static func writeLine(_ line: String, into text: inout TextBuffer) {
    if line.utf8.withContiguousStorageIfAvailable(isWrittenAsIs) ?? isWrittenAsIs(line.utf8) {
      return text.append(line)
    }
    writeEscaped(line, into: &text)
  }

  /// Writes a line of a text, as its UTF-8 bytes.
  static func writeLine(_ line: ArraySlice<UInt8>, into text: inout TextBuffer) {
    if isWrittenAsIs(line) { return text.append(line) }
    writeEscaped(String(decoding: line, as: UTF8.self), into: &text)
  }

  private static func writeEscaped(_ line: String, into text: inout TextBuffer) {
    var quotes = 0
    for byte in StringEscapes.swift(line, quote: "\"").utf8 {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      if quotes == 3 {
        text.append(literal: "\\")
        quotes = 0
      }
      text.append(CollectionOfOne(byte))
    }
  }

  /// Whether a line is ASCII and needs no escaping in a multi-line literal.
  private static func isWrittenAsIs(_ line: some Collection<UInt8>) -> Bool {
    var quotes = 0
    for byte in line {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), quotes < 3 else { return false }
    }
    return true
  }

  /// Whether the text is ASCII and needs no escaping.
  private static func isPlain(_ text: String) -> Bool {
    text.consists { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// An integer literal with grouped digits.
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
