/// Names and values as they stand in SQL.
enum SQLText {
  /// A name in double quotes, always: none of them can then be a keyword or end early.
  static func identifier(_ name: String) -> String { "\"" + doubling("\"", in: name) + "\"" }

  static func identifiers(_ names: [String]) -> String { names.map(identifier).joined(separator: ", ") }

  /// A string literal.
  static func string(_ text: String) -> String { "'" + doubling("'", in: text) + "'" }

  private static func doubling(_ quote: Unicode.Scalar, in text: String) -> String {
    guard text.utf8.contains(UInt8(truncatingIfNeeded: quote.value)) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == quote { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
