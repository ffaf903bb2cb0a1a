import IgataTemplateLanguage

/// Names and values as they stand in SQL.
enum SQLText {
  /// A name in double quotes, always: none of them can then be a keyword or end early.
  static func identifier(_ name: String) -> String { "\"" + doubling("\"", in: name) + "\"" }

  static func identifiers(_ names: [String]) -> String {
    names.count == 1 ? identifier(names[0]) : names.map(identifier).joined(separator: ", ")
  }

  /// Writes a name in double quotes.
  static func write(_ name: String, into text: inout TextBuffer) {
    text.append(literal: "\"")
    writeWithin(name, into: &text)
    text.append(literal: "\"")
  }

  /// Writes a name, or a part of one, that stands between double quotes.
  static func writeWithin(_ name: String, into text: inout TextBuffer) {
    if name.consists(of: { $0 != UInt8(ascii: "\"") }) {
      text.append(name)
    } else {
      text.append(doubling("\"", in: name))
    }
  }

  /// Writes the names of columns of a table, with commas between them.
  static func write(_ columns: [Int], of table: SQLiteTable, into text: inout TextBuffer) {
    for (number, column) in columns.enumerated() {
      if number > 0 { text.append(literal: ", ") }
      write(table.model.columns[column].name, into: &text)
    }
  }

  /// Lines of documentation as comments.
  static func comment(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "--" : "-- " + $0 } }

  /// A string literal.
  static func string(_ text: String) -> String { "'" + doubling("'", in: text) + "'" }

  private static func doubling(_ quote: Unicode.Scalar, in text: String) -> String {
    let byte = UInt8(truncatingIfNeeded: quote.value)
    if text.consists(of: { $0 != byte }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == quote { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
