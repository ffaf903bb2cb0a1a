/// Names for languages that allow only ASCII letters, digits and underscores.
enum PlainWord {
  static func of(_ name: String) -> String {
    // Most names are one already.
    if name.utf8.first.map(isLetter) == true, name.utf8.allSatisfy(isPlain) { return name }
    var word = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", "_": word.unicodeScalars.append(scalar)
      case "[": word += "list_"
      default: word += "u\(String(scalar.value, radix: 16, uppercase: true))"
      }
    }
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic else { return "_" + word }
    return word
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
