import IgataDiagnostics

/// Reads declarations off the tokens that are not trivia.
///
/// A parse function that can't go on reports why and returns nothing; its caller then skips to the next place where
/// something new starts, and reports nothing of its own.
struct Parser {
  let source: SourceFile
  let file: Int
  let allTokens: [Token]
  let tokens: [SignificantToken]
  /// The position of the next token; the last token is the end, which is never passed.
  var position = 0
  /// The position of the bracket that closes the innermost open one; up to it, a line end is white space.
  var closer: Int?
  /// How many brackets are open, paired or not.
  var depth = 0
  /// Whether names may have hyphens in them, as those of lint rules in `@allow(…)` have.
  var readsHyphens = false
  var findings = Findings()
  var skipped = SkippedText()
  /// What words that look like keywords were meant for, by the offsets of their tokens.
  var meantWords: [Int: String] = [:]
  /// The indices, among all tokens, of those whose documentation was taken, in order.
  var documented: [Int] = []
  /// Declarations that stand where none may, kept so that their names are known.
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

  /// Whether what is being read ends before the current token: the brackets around it, else the member.
  var isAtMemberEnd: Bool { isAtMemberEnd(position) }

  func isAtMemberEnd(_ position: Int) -> Bool {
    switch tokens[position].kind {
    case .end, .leftBrace, .rightBrace: true
    default: closer.map { position >= $0 } ?? tokens[position].startsLine
    }
  }

  /// The kind of the current token where it belongs to the same member as the one before it.
  var kindHere: Token.Kind? { isAtMemberEnd ? nil : current.kind }

  /// The kind of the token after the current one, where that belongs to the same line.
  func kind(ahead distance: Int) -> Token.Kind? {
    let next = token(ahead: distance)
    return next.startsLine ? nil : next.kind
  }

  static func isName(_ kind: Token.Kind?) -> Bool { kind == .identifier || kind == .quotedIdentifier }

  func text(_ token: SignificantToken) -> String {
    String(decoding: source.bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The word that the token is, where it can be a keyword; backticks make a name of any word.
  func word(_ token: SignificantToken) -> String? {
    guard token.kind == .identifier, token.end - token.start <= 32 else { return nil }
    return meantWords.isEmpty ? text(token) : meantWords[token.start] ?? text(token)
  }

  // MARK: Moving

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  /// Moves over the current token where it is of this kind and belongs to the same member.
  mutating func eat(_ kind: Token.Kind) -> SignificantToken? {
    guard kindHere == kind else { return nil }
    defer { advance() }
    return current
  }

  // MARK: Places

  func range(_ token: SignificantToken) -> SourceRange { SourceRange(file: file, start: token.start, end: token.end) }

  /// From a token to the last one that was read.
  func range(from start: Int) -> SourceRange {
    SourceRange(file: file, start: start, end: max(start, position > 0 ? tokens[position - 1].end : start))
  }

  /// The place behind the last token that was read, where something is missing.
  var gap: SourceRange {
    let end = position > 0 ? tokens[position - 1].end : 0
    return SourceRange(file: file, start: end, end: end)
  }

  /// Where to point for something missing: to what stands in its place, else to the gap.
  var gapOrToken: SourceRange { kindHere == nil ? gap : range(current) }

  // MARK: Reporting

  /// Reports that the current token can't be what it should; one that is no token at all was reported already.
  mutating func report(_ finding: Diagnostic) {
    if !isAtMemberEnd, isReported(current) { return skipped.keep(current.start) }
    findings.append(finding)
  }

  /// Reads the current word as the keyword that it looks like, after reporting it.
  ///
  /// - Parameter keywords: the words that mean something here.
  mutating func takeLookAlike(among keywords: [String]) {
    guard current.kind == .identifier, source.bytes[current.start..<current.end].contains(where: { $0 >= 0x80 }),
      kind(ahead: 1) != .colon, let plain = LookAlike.plain(text(current)), keywords.contains(plain)
    else { return }
    findings.append(.lookAlike(text(current), meant: plain, at: range(current)))
    meantWords[current.start] = plain
  }

  /// Whether the token is wrong in itself, which the check of the tokens has reported.
  func isReported(_ token: SignificantToken) -> Bool {
    switch token.kind {
    case .unknown: true
    case _ where allTokens[token.index].isWide(in: source.bytes): true
    case .integer, .decimal: !isWellFormed(number: source.bytes[token.start..<token.end])
    default: false
    }
  }

  /// Whether what was read last has no end, so that what should follow is missing with it.
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
