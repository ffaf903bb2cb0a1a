/// Text in a form that is safe inside a comment.
package enum CommentText {
  /// The text on one line. Sequences that begin or end a comment in some language (`/*`, `*/`, `--`), and the `\u` with
  /// which Java escapes any character, are broken up by a space.
  static func of(_ text: String) -> String {
    var result = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let scalar = endsLine(scalar) ? " " : scalar
      if separates(last, scalar) { result += " " }
      result.unicodeScalars.append(scalar)
      last = scalar
    }
    // The template may print the other half of a sequence next to the text.
    return (result.unicodeScalars.first == "/" ? " " : "") + result + (last == "/" || last == "-" ? " " : "")
  }

  /// The lines of a text for comments that end with their line, without other control characters.
  package static func lines(_ text: String) -> [String] {
    guard text.unicodeScalars.contains(where: endsLine) else { return [text] }
    return text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { onOneLine(String($0)) }
  }

  /// A text on one line, without control characters.
  package static func onOneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: endsLine) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(endsLine(scalar) ? " " : scalar) }
    return String(result)
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0...0x8, 0xA...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func separates(_ first: Unicode.Scalar?, _ second: Unicode.Scalar) -> Bool {
    switch (first, second) {
    case ("/", "*"), ("*", "/"), ("-", "-"), ("\\", "u"): true
    default: false
    }
  }
}
