/// A run of bytes that belong together, trivia included.
public struct Token: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    // Trivia: the parser passes over these, the formatter does not.
    case byteOrderMark, whitespace, newline, lineComment, blockComment, documentation
    // Words. A keyword is an identifier until the parser finds it in a place where it means more.
    case identifier, quotedIdentifier
    // Literals.
    case integer, decimal, string, multilineString
    // Punctuation.
    case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case colon, comma, dot, equal, question, at, minus, closedRange, halfOpenRange
    // Bytes that belong to no token of the language, and the end of the file (which has no length).
    case unknown, end
  }

  public var kind: Kind
  private var storedStart: Int32
  private var storedEnd: Int32

  public init(kind: Kind, start: Int, end: Int) {
    self.kind = kind
    storedStart = Int32(clamping: start)
    storedEnd = Int32(clamping: end)
  }

  /// UTF-8 offset of the first byte.
  public var start: Int {
    get { Int(storedStart) }
    set { storedStart = Int32(clamping: newValue) }
  }

  /// UTF-8 offset behind the last byte.
  public var end: Int {
    get { Int(storedEnd) }
    set { storedEnd = Int32(clamping: newValue) }
  }
}
