/// The words of a name.
///
/// A word begins at an uppercase letter that doesn't follow another uppercase letter, and at the last letter of an
/// uppercase run that is followed by lowercase: `askedForDelete`, `URLPath`, `item2Name`. ASCII characters that are
/// neither letters nor digits, and white space, separate words. Letters without case are unchanged.
struct Words {
  private var words: [[Unicode.Scalar]] = []
  /// Leading underscores, which mark private names in many languages.
  private var prefix = ""

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    let start = scalars.firstIndex { $0 != "_" } ?? scalars.count
    prefix = String(repeating: "_", count: start)
    var word: [Unicode.Scalar] = []
    for index in scalars.indices.dropFirst(start) {
      let isSeparator = Self.isSeparator(scalars[index])
      if isSeparator || Self.isStart(index, in: scalars) {
        if !word.isEmpty { words.append(word) }
        word = []
      }
      if !isSeparator { word.append(scalars[index]) }
    }
    if !word.isEmpty { words.append(word) }
  }

  /// The words joined without a separator, each starting with an uppercase letter.
  func joined(startsUpper: Bool) -> String {
    var result = prefix
    for (index, word) in words.enumerated() {
      let isCapitalized = index > 0 || startsUpper
      for (offset, scalar) in word.enumerated() {
        let properties = scalar.properties
        result += offset == 0 && isCapitalized ? properties.titlecaseMapping : properties.lowercaseMapping
      }
    }
    return result
  }

  /// The words joined with `separator`. Each character that already separates words is replaced by one separator.
  static func separated(
    _ text: String, by separator: String, _ mapping: (Unicode.Scalar.Properties) -> String
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if isSeparator(scalar) {
        result += separator
        continue
      }
      if isStart(index, in: scalars) { result += separator }
      result += mapping(scalar.properties)
    }
    return result
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return scalar.properties.isWhitespace }
    return !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }

  private static func isStart(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, isUpper(scalars[index]), !isSeparator(scalars[index - 1]) else { return false }
    return !isUpper(scalars[index - 1]) || index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }
}
