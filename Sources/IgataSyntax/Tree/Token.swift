/// A token of the source, including trivia.
public struct Token: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    // Trivia, which the parser ignores and the formatter doesn't.
    case byteOrderMark, whitespace, newline, lineComment, blockComment, documentation
    // Words. A keyword is an identifier that the parser recognizes by its position.
    case identifier, quotedIdentifier
    // Literals.
    case integer, decimal, string, multilineString
    // Punctuation.
    case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case colon, comma, dot, equal, question, at, minus, closedRange, halfOpenRange
    // The operators of a condition: `!`, and those between two sides. Anywhere else they have no meaning.
    case exclamation, operation
    // Bytes that aren't a token of the language, and the end of the file (which has no length).
    case unknown, end

    /// Whether a token outside of a condition has no meaning.
    var isForeign: Bool { self == .unknown || self == .operation || self == .exclamation }
  }

  public var kind: Kind
  private var storedStart: Int32
  private var storedEnd: Int32

  public init(kind: Kind, start: Int, end: Int) {
    self.kind = kind
    storedStart = Int32(clamping: start)
    storedEnd = Int32(clamping: end)
  }

  /// The UTF-8 offset of the first byte.
  public var start: Int {
    get { Int(storedStart) }
    set { storedStart = Int32(clamping: newValue) }
  }

  /// The UTF-8 offset after the last byte.
  public var end: Int {
    get { Int(storedEnd) }
    set { storedEnd = Int32(clamping: newValue) }
  }
}
