/// How a database divides SQL into tokens, where databases differ.
@_spi(Backend) public struct SQLLexicalRules: Sendable {
  /// What follows the mark of a placeholder.
  enum ParameterName: Sendable {
    case number, word
  }

  /// What is between brackets.
  enum Brackets: Sendable {
    case name, list
    /// A name if it can be one without quotes, otherwise a list.
    case nameOrList
  }

  /// Whether `` `a` `` is a name.
  var namesInBackticks: Bool
  /// What `[a]` is.
  var brackets: Brackets
  /// Whether `$a$text$a$` is a text.
  var textsInDollars = false
  /// Whether `E'…'` is a text with escapes.
  var hasEscapes = false
  /// Whether a comment can contain others.
  var nestsComments = false
  /// The characters with which placeholders begin.
  var parameterMarks: [UInt8: ParameterName] = [:]

  /// The rules for the definitions that catalogs contain, which have no placeholders.
  public static let catalog = SQLLexicalRules(namesInBackticks: true, brackets: .nameOrList)

  /// The rules of SQLite.
  public static let sqlite = SQLLexicalRules(
    namesInBackticks: true, brackets: .name,
    parameterMarks: [
      UInt8(ascii: "?"): .number, UInt8(ascii: ":"): .word, UInt8(ascii: "@"): .word, UInt8(ascii: "$"): .word,
    ])

  /// The rules of PostgreSQL, with its default `standard_conforming_strings`.
  public static let postgreSQL = SQLLexicalRules(
    namesInBackticks: false, brackets: .list, textsInDollars: true, hasEscapes: true, nestsComments: true,
    parameterMarks: [UInt8(ascii: "$"): .number])
}
