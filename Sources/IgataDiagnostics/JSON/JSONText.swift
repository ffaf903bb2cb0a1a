/// Writes text as JSON strings.
public enum JSONText {
  /// The text as a JSON string, quotes included.
  public static func quoted(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    append(text, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the text as a JSON string, quotes included, as UTF-8.
  ///
  /// Escapes control characters, line separators, bidirectional controls and zero-width characters. Everything else is
  /// written unchanged.
  public static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      output.append(contentsOf: text.utf8)
    } else {
      appendEscaped(text, to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether it is an ASCII character that is written unchanged.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func appendEscaped(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output.append(contentsOf: #"\""#.utf8)
      case "\\": output.append(contentsOf: #"\\"#.utf8)
      case "\n": output.append(contentsOf: #"\n"#.utf8)
      case "\r": output.append(contentsOf: #"\r"#.utf8)
      case "\t": output.append(contentsOf: #"\t"#.utf8)
      case _ where isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        output.append(contentsOf: #"\u"#.utf8)
        output.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
        output.append(contentsOf: digits.utf8)
      default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
