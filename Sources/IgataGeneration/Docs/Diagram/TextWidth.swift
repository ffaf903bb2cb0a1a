/// The approximate width of text in a proportional font, for which no metrics are at hand.
enum TextWidth {
  /// - Parameter size: The font's size in pixels.
  /// - Returns: The width in pixels.
  static func of(_ text: String, size: Int) -> Int {
    let sum = text.unicodeScalars.reduce(0) { $0 + thousandths(of: $1) }
    return (sum * size + 999) / 1000
  }

  /// The width of a character in thousandths of the font's size.
  private static func thousandths(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "'", "|", ".", ",", ":", ";", "!", "I": 300
    case "f", "t", "r", "(", ")", "[", "]", " ", "-": 390
    case "m", "w", "M", "W", "@", "%": 900
    case "A"..."Z": 700
    case "a"..."z", "0"..."9", "_", "?": 580
    default: scalar.isASCII ? 600 : wide(scalar)
    }
  }

  private static func wide(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .format, .enclosingMark: 0
    default: scalar.value < 0x1100 ? 650 : 1030
    }
  }

  /// The text, or, if it is wider than a limit, its beginning and an ellipsis.
  static func shortened(_ text: String, size: Int, to limit: Int) -> String {
    guard of(text, size: size) > limit else { return text }
    var start = ""
    var width = of("…", size: size)
    for character in text {
      width += of(String(character), size: size)
      guard width <= limit else { break }
      start.append(character)
    }
    return start + "…"
  }
}
