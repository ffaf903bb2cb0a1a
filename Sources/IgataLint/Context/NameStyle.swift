/// Joins words to a name in the style of Swift's properties and cases: `imageURL`, `urlPath`.
package func lowerCamelCase(_ words: [String]) -> String {
  (words.first ?? "") + words.dropFirst().map(inUpperCase).joined()
}

/// Joins words to a name in the style of Swift's types: `URLPath`, `PriceList`.
package func upperCamelCase(_ words: [String]) -> String { words.map(inUpperCase).joined() }

private func inUpperCase(_ word: String) -> String {
  abbreviations.contains(word) ? word.uppercased() : capitalized(word)
}

func capitalized(_ word: String) -> String {
  guard let first = word.unicodeScalars.first else { return word }
  return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst())
}

extension String {
  /// Whether it contains letters without case, to which case conventions don't apply.
  var hasCaselessLetters: Bool { unicodeScalars.contains { $0.value >= 0x2E80 } }
}

/// Whether a name is in `lowerCamelCase`, or in letters without case.
func isLowerCamelCase(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first else { return true }
  if name.hasCaselessLetters { return true }
  return !first.properties.isUppercase && !name.utf8.contains(UInt8(ascii: "_"))
}

/// Whether a name begins with a digit and so isn't a valid identifier.
func beginsWithDigit(_ name: String) -> Bool {
  guard let first = name.utf8.first else { return true }
  return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
}
