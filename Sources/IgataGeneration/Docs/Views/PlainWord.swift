/// Names for languages that allow only ASCII letters, digits and underscores.
enum PlainWord {
  static func of(_ name: String) -> String {
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
}
