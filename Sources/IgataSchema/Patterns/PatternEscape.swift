extension PatternParser {
  /// Reads an escape outside of a class after its backslash, and returns whether a quantifier can follow it.
  mutating func readEscape() throws(PatternProblem) -> (PatternNode, Bool) {
    guard let scalar = next else { throw PatternProblem("nothing follows the last backslash") }
    switch scalar {
    case "b", "B", "A", "z", "Z":
      position += 1
      return (.opaque, false)
    case "R", "X":
      position += 1
      return (.opaque, true)
    case "1"..."9":
      readReference()
      return (.opaque, true)
    case "k":
      position += 1
      referredNames.append(try readName())
      return (.opaque, true)
    default: return (try readCharacterEscape().map { .one($0) } ?? .opaque, true)
    }
  }

  private mutating func readReference() {
    var number = 0
    while let digit = next?.digit {
      number = min(number * 10 + digit, 1_000_000)
      position += 1
    }
    referredNumber = max(referredNumber, number)
  }

  /// Reads an escape for a character or a class of characters, inside or outside of a class. Returns `nil` for a class
  /// whose meaning depends on the engine.
  mutating func readCharacterEscape() throws(PatternProblem) -> ScalarSet? {
    guard let scalar = next else { throw PatternProblem("nothing follows the last backslash") }
    position += 1
    if let set = ScalarSet.escaped(scalar) {
      hasClasses = true
      return set
    }
    switch scalar {
    case "n": return .single("\n")
    case "r": return .single("\r")
    case "t": return .single("\t")
    case "f": return .single("\u{0C}")
    case "a": return .single("\u{07}")
    case "e": return .single("\u{1B}")
    case "x", "u": return .single(try readCode(after: scalar))
    case "p", "P":
      try readProperty(after: scalar)
      return nil
    default:
      let isMark = scalar.isASCII && !scalar.properties.isAlphabetic && scalar.digit == nil && scalar.value >= 0x20
      guard isMark, scalar.value != 0x7F else { throw PatternProblem("there is no escape '\\\(scalar)'") }
      return .single(scalar)
    }
  }

  /// `\x41`, `\x{1F600}`, `\u0041`, `\u{1F600}`
  private mutating func readCode(after letter: Unicode.Scalar) throws(PatternProblem) -> Unicode.Scalar {
    let isBraced = take("{")
    let width = isBraced ? 8 : letter == "x" ? 2 : 4
    var value: UInt32 = 0
    var count = 0
    while count < width, let digit = next.flatMap({ Character($0).hexDigitValue }), next?.isASCII == true {
      value = value << 4 | UInt32(digit)
      count += 1
      position += 1
    }
    let isWhole = isBraced ? count > 0 && take("}") : count == width
    guard isWhole else { throw PatternProblem("'\\\(letter)' isn't followed by the digits of a character") }
    guard let scalar = Unicode.Scalar(value) else { throw PatternProblem("there is no character \(value)") }
    return scalar
  }

  /// `\p{Lu}`
  private mutating func readProperty(after letter: Unicode.Scalar) throws(PatternProblem) {
    var name = ""
    guard take("{") else { throw PatternProblem("'\\\(letter)' must be followed by a property in braces") }
    while let scalar = next, scalar != "}", name.utf8.count < 100 {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take("}"), characterProperties.contains(name) else {
      throw PatternProblem("there is no property '\(name)'")
    }
  }
}

/// The character properties that a pattern can use.
private let characterProperties: Set<String> = [
  "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
  "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "Alphabetic", "Uppercase", "Lowercase",
  "White_Space", "Script=Latin", "Script=Greek", "Script=Cyrillic", "Script=Han", "Script=Hiragana",
  "Script=Katakana", "Script=Hangul", "Script=Arabic", "Script=Hebrew", "Script=Thai", "Script=Devanagari",
]
