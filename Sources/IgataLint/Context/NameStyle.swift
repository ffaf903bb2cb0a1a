/// Words put together as Swift writes the name of a field or a case: `imageURL`, `urlPath`.
func lowerCamelCase(_ words: [String]) -> String {
  (words.first ?? "") + words.dropFirst().map(inUpperCase).joined()
}

/// Words put together as Swift writes the name of a type: `URLPath`, `PriceList`.
func upperCamelCase(_ words: [String]) -> String { words.map(inUpperCase).joined() }

private func inUpperCase(_ word: String) -> String {
  abbreviations.contains(word) ? word.uppercased() : capitalized(word)
}

func capitalized(_ word: String) -> String {
  guard let first = word.unicodeScalars.first else { return word }
  return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst())
}

extension String {
  /// Whether it is written in letters that have no upper and lower case, so that a style of case does not bind it.
  var hasCaselessLetters: Bool { unicodeScalars.contains { $0.value >= 0x2E80 } }
}

/// Whether a name is one word or several in `lowerCamelCase`, or in letters that no style of case binds.
func isLowerCamelCase(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first else { return true }
  if name.hasCaselessLetters { return true }
  return !first.properties.isUppercase && !name.utf8.contains(UInt8(ascii: "_"))
}

/// Whether a name made of parts could not stand alone.
func beginsWithDigit(_ name: String) -> Bool {
  guard let first = name.utf8.first else { return true }
  return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
}
