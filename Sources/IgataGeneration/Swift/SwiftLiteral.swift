import IgataTemplateLanguage

/// Values of the schema as Swift expressions.
enum SwiftLiteral {
  /// A string literal. What a reader could not see or would misread (controls, marks of direction, joiners) is
  /// escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isVisible(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result + "\""
  }

  static func write(_ string: String, into text: inout TextBuffer) {
    guard isPlain(string) else { return text.append(self.string(string)) }
    text.append(literal: "\"")
    text.append(string)
    text.append(literal: "\"")
  }

  static func write(_ strings: [String], into text: inout TextBuffer) {
    text.append(literal: "[")
    for (index, string) in strings.enumerated() {
      if index > 0 { text.append(literal: ", ") }
      write(string, into: &text)
    }
    text.append(literal: "]")
  }

  static func write(_ integer: Int64, into text: inout TextBuffer) {
    if integer > -10_000, integer < 10_000 { text.append(Int(integer)) } else { text.append(self.integer(integer)) }
  }

  /// Whether the text is ASCII of which nothing is escaped.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  static func strings(_ texts: [String]) -> String {
    "[" + texts.map(string).joined(separator: ", ") + "]"
  }

  /// An integer literal with its digits grouped as a person would write them.
  static func integer(_ value: Int64) -> String {
    let digits = String(value.magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, digits.count > 4, (digits.count - index) % 3 == 0 { result += "_" }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      return false
    default:
      return true
    }
  }
}
