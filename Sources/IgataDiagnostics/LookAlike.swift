/// Characters that look like characters of the schema language but aren't.
package enum LookAlike {
  /// The punctuation of the language that a scalar looks like: `:` for U+FF1A.
  package static func punctuation(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0xFF1A, 0xFE13, 0xFE55, 0x2236, 0xA789: ":"
    case 0xFF1F, 0xFE16, 0xFE56: "?"
    case 0xFF08, 0xFE35, 0xFE59: "("
    case 0xFF09, 0xFE36, 0xFE5A: ")"
    case 0xFF3B, 0xFE47: "["
    case 0xFF3D, 0xFE48: "]"
    case 0xFF5B, 0xFE37, 0xFE5B: "{"
    case 0xFF5D, 0xFE38, 0xFE5C: "}"
    case 0xFF1D, 0xFE66: "="
    case 0xFF0C, 0x3001, 0xFF64, 0xFE10, 0xFE11, 0xFE50, 0xFE51, 0x060C: ","
    case 0xFF20, 0xFE6B: "@"
    case 0xFF0E, 0xFE52: "."
    case 0xFF0D, 0xFE63, 0x2010...0x2013, 0x2212: "-"
    case 0x2026, 0xFE19, 0x22EF: "..."
    default: nil
    }
  }

  /// Whether a scalar is full-width punctuation, or punctuation for vertical or small text. Swift allows these in
  /// identifiers, but nobody intends them as part of a name.
  package static func isWidePunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE10...0xFE19, 0xFE30...0xFE32, 0xFE35...0xFE48, 0xFE50...0xFE6B, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
      0xFF3B...0xFF3E, 0xFF40, 0xFF5B...0xFF65, 0xA789:
      true
    default: false
    }
  }

  /// The word in ASCII, or `nil` unless each of its characters is ASCII or looks like an ASCII letter or digit, and at
  /// least one of them isn't ASCII.
  package static func plain(_ word: some StringProtocol) -> String? {
    var result = ""
    var isChanged = false
    for scalar in word.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if let letter = letter(scalar) {
        result.unicodeScalars.append(letter)
        isChanged = true
      } else {
        return nil
      }
    }
    return isChanged ? result : nil
  }

  /// The first character of a word that isn't ASCII.
  package static func first(in word: String) -> Unicode.Scalar? { word.unicodeScalars.first { !$0.isASCII } }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF3F, 0xFF41...0xFF5A: Unicode.Scalar(scalar.value - 0xFEE0)
    default: foreign[scalar]
    }
  }

  /// Cyrillic, Greek and a few Latin letters that look like ASCII letters.
  private static let foreign: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = """
      аa еe оo рp сc уy хx ѕs іi јj ԁd һh ԛq ԝw ӏl ѵv АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԌG ԚQ ԜW ѴV
      οo νv αa ιi κk ρp υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi ɑa ɡg ꞓc
      """
    return Dictionary(
      pairs.split { $0 == " " || $0 == "\n" }.compactMap { pair in
        guard let first = pair.unicodeScalars.first, let last = pair.unicodeScalars.last else { return nil }
        return (first, last)
      }, uniquingKeysWith: { first, _ in first })
  }()
}
