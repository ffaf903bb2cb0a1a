/// The escape sequences for the string literals of a language.
public struct StringEscapes: Sendable {
  /// The escape sequences that have a letter or a symbol of their own.
  let named: [Unicode.Scalar: String]
  /// The escape sequence for any other control character, line separator or invisible character.
  let numbered: @Sendable (UInt32) -> String

  static let kotlin = StringEscapes(
    named: [
      "\u{8}": #"\b"#, "\t": #"\t"#, "\n": #"\n"#, "\r": #"\r"#, "\"": #"\""#, "'": #"\'"#, "\\": #"\\"#, "$": #"\$"#,
    ], numbered: units)

  // Java translates `\u000A` to a line break before it recognizes strings, so control characters are octal.
  static let java = StringEscapes(
    named: [
      "\u{8}": #"\b"#, "\t": #"\t"#, "\n": #"\n"#, "\u{C}": #"\f"#, "\r": #"\r"#, "\"": #"\""#, "'": #"\'"#,
      "\\": #"\\"#,
    ],
    numbered: { value in
      value < 0x100 ? #"\"# + padded(String(value, radix: 8), to: 3) : units(value)
    })

  static let typeScript = StringEscapes(
    named: [
      "\u{8}": #"\b"#, "\t": #"\t"#, "\n": #"\n"#, "\u{C}": #"\f"#, "\r": #"\r"#, "\"": #"\""#, "'": #"\'"#,
      "`": #"\`"#, "$": #"\$"#, "\\": #"\\"#,
    ], numbered: units)

  static let dbml = StringEscapes(
    named: ["\t": #"\t"#, "\n": #"\n"#, "\r": #"\r"#, "\"": #"\""#, "'": #"\'"#, "\\": #"\\"#], numbered: units)

  // D2 has no escape for the number of a character. `$` begins a substitution.
  static let d2 = StringEscapes(
    named: ["\t": #"\t"#, "\n": #"\n"#, "\r": #"\r"#, "\"": #"\""#, "\\": #"\\"#, "$": #"\$"#],
    numbered: { value in
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .control else { return "\u{FFFD}" }
      return String(scalar)
    })

  func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = named[scalar] {
        result += escape
      } else if Self.isHidden(scalar) {
        result += numbered(scalar.value)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The contents of a single-line Swift string literal.
  ///
  /// - Parameter quote: The replacement for a quotation mark.
  public static func swift(_ text: String, quote: String = #"\""#) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += quote
      case "\\": result += #"\\"#
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case "\t": result += #"\t"#
      default:
        if isHidden(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The UTF-16 code units of a scalar, each as `\u1234`.
  private static func units(_ value: UInt32) -> String {
    guard let scalar = Unicode.Scalar(value) else { return "" }
    return UTF16.encode(scalar).map { unit in
      unit.map { #"\u"# + padded(String($0, radix: 16, uppercase: true), to: 4) }.joined()
    } ?? ""
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
  }

  /// Whether a reader can't see the character or would misread it: control characters, directional marks, joiners.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      return true
    default:
      return false
    }
  }
}
