import IgataDiagnostics

/// Reads declarations from the tokens that aren't trivia.
///
/// A parse function that can't continue reports why and returns `nil`. Its caller then skips to the start of the next
/// element, and doesn't report anything itself.
struct Parser {
  let source: SourceFile
  let file: Int
  let allTokens: [Token]
  let tokens: [SignificantToken]
  /// The position of the next token. The parser never advances past the last token, the end.
  var position = 0
  /// The position of the bracket that closes the innermost open one; up to it, a line ending is white space.
  var innermostCloser: Int?
  /// The number of open brackets, paired or not.
  var depth = 0
  /// Whether names can contain hyphens, as the lint rules in `@allow(…)` do.
  var allowsHyphens = false
  var findings = Findings()
  var skipped = SkippedText()
  /// The offsets of the operators that were read as parts of a condition.
  var operators: Set<Int> = []
  /// The keywords that were meant by look-alikes, by the offsets of their tokens.
  var meantWords: [Int: String] = [:]
  /// The indices, among all tokens, of those whose documentation was read, in order.
  var documented: [Int] = []
  /// Declarations in invalid locations, kept so that their names are known.
  var nested: [DeclarationSyntax] = []

  static let deepestNesting = 32

  init(_ source: SourceFile, file: Int, tokens: [Token]) {
    self.source = source
    self.file = file
    allTokens = tokens
    self.tokens = significantTokens(tokens, of: source.bytes)
  }

  // MARK: Looking

  var current: SignificantToken { tokens[position] }

  func token(ahead distance: Int) -> SignificantToken { tokens[min(position + distance, tokens.count - 1)] }

  /// Whether the innermost brackets, or else the member, end before the current token.
  var isAtMemberEnd: Bool { isAtMemberEnd(position) }

  func isAtMemberEnd(_ position: Int) -> Bool {
    tokens[position].endsMember || innermostCloser.map { position >= $0 } ?? tokens[position].startsLine
  }

  /// The kind of the current token if it belongs to the same member as the one before it; otherwise `nil`.
  // Where it is not inlined, the compiler copies the parser for each call.
  @inline(__always) var kindHere: Token.Kind? { isAtMemberEnd ? nil : current.kind }

  /// The kind of a token after the current one, if it is on the same line; otherwise `nil`.
  func kind(ahead distance: Int) -> Token.Kind? {
    let next = token(ahead: distance)
    return next.startsLine ? nil : next.kind
  }

  static func isName(_ kind: Token.Kind?) -> Bool { kind == .identifier || kind == .quotedIdentifier }

  func text(_ token: SignificantToken) -> String {
    String(decoding: source.bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The token's word if it can be a keyword; otherwise `nil`. In backticks, any word is a name.
  func word(_ token: SignificantToken) -> String? {
    guard token.kind == .identifier, token.end - token.start <= 32 else { return nil }
    return meantWords.isEmpty ? text(token) : meantWords[token.start] ?? text(token)
  }

  /// Whether a token is a keyword, or a look-alike that is read as one.
  func isKeyword(_ token: SignificantToken, _ keyword: MemberKeyword) -> Bool { word(token) == keyword.rawValue }

  // MARK: Moving

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  /// Reads the current token if it is of this kind and belongs to the same member.
  mutating func eat(_ kind: Token.Kind) -> SignificantToken? {
    guard kindHere == kind else { return nil }
    defer { advance() }
    return current
  }

  // MARK: Ranges

  func range(_ token: SignificantToken) -> SourceRange { SourceRange(file: file, start: token.start, end: token.end) }

  /// From a token to the last one that was read.
  func range(from start: Int) -> SourceRange {
    SourceRange(file: file, start: start, end: max(start, position > 0 ? tokens[position - 1].end : start))
  }

  /// The empty range after the last token that was read, where something is missing.
  var endOfLastToken: SourceRange {
    let end = position > 0 ? tokens[position - 1].end : 0
    return SourceRange(file: file, start: end, end: end)
  }

  /// The range to report for something missing: the token that is there, or else the end of the last token.
  var expectedTokenRange: SourceRange { kindHere == nil ? endOfLastToken : range(current) }

  // MARK: Reporting

  /// Reports that the current token isn't the expected one, unless it is invalid and was reported already.
  mutating func report(_ finding: Diagnostic) {
    if !isAtMemberEnd, isReported(current) { return skipped.keep(current.start) }
    findings.append(finding)
  }

  /// Reads the current word as the keyword that it looks like, after reporting it.
  ///
  /// - Parameter keywords: The words that have a meaning here.
  mutating func takeLookAlike(among keywords: [String]) {
    guard current.kind == .identifier, source.bytes[current.start..<current.end].contains(where: { $0 >= 0x80 }),
      kind(ahead: 1) != .colon, let plain = LookAlike.plain(text(current)), keywords.contains(plain)
    else { return }
    findings.append(.lookAlike(text(current), meant: plain, at: range(current)))
    meantWords[current.start] = plain
  }

  /// Whether the token itself is invalid, which was reported when the tokens were checked.
  func isReported(_ token: SignificantToken) -> Bool {
    switch token.kind {
    case .unknown, .operation, .exclamation: !operators.contains(token.start)
    case _ where allTokens[token.index].isWide(in: source.bytes): true
    case .integer, .decimal: !isWellFormed(number: source.bytes[token.start..<token.end])
    default: false
    }
  }

  /// Whether the last token that was read is unclosed, so that what should follow it is missing too.
  var isEndSwallowed: Bool {
    if current.kind == .end, let last = allTokens.dropLast().last, !last.isClosed(in: source.bytes) { return true }
    return position > 0 && !allTokens[tokens[position - 1].index].isClosed(in: source.bytes)
  }

  mutating func reportUnexpected(help: String? = nil, fix: Diagnostic.Fix? = nil) {
    let token = current
    switch token.kind {
    case .rightParenthesis, .rightBracket, .rightBrace: report(.unopenedBracket(text(token), at: range(token)))
    default:
      let isComment = token.kind == .minus && self.token(ahead: 1).kind == .minus
      report(
        .unexpectedText(
          shortenedText(token), at: range(token), help: isComment ? "a comment starts with '//'" : help, fix: fix))
    }
  }
}
