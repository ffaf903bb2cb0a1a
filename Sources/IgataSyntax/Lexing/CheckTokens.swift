import IgataDiagnostics

/// Finds errors in single tokens, independently of the tokens around them.
///
/// - Parameter operators: The offsets of the operators that were read as parts of a condition.
func checkTokens(
  _ tokens: [Token], of bytes: [UInt8], file: Int, operators: Set<Int> = []
) -> Findings {
  var check = TokenCheck(bytes: bytes, file: file, operators: operators)
  for token in tokens { check.visit(token) }
  return check.findings
}

/// The longest name and the longest number, in bytes.
enum TokenLimit {
  static let name = 255
  static let number = 1_000
}

private struct TokenCheck {
  let bytes: [UInt8]
  let file: Int
  let operators: Set<Int>
  var findings = Findings()
  /// Whether this line has a quote or a bracket of another language, whose second half belongs to the same finding.
  private var isPairOpen = false

  init(bytes: [UInt8], file: Int, operators: Set<Int>) {
    self.bytes = bytes
    self.file = file
    self.operators = operators
  }

  // Called for every token, and a third slower by itself.
  @inline(__always) mutating func visit(_ token: Token) {
    switch token.kind {
    case .identifier, .quotedIdentifier: name(token)
    case .integer, .decimal: number(token)
    case .string, .multilineString: string(token)
    case .blockComment where !token.isClosed(in: bytes):
      findings.append(.unterminatedComment(at: range(token.start, token.start + 2)))
    case .operation, .exclamation: if !operators.contains(token.start) { unknown(token) }
    case .unknown: unknown(token)
    case .newline: isPairOpen = false
    case _ where token.isWide(in: bytes):
      let scalar = decodeScalar(bytes, at: token.start).scalar
      if let meant = scalar.flatMap(LookAlike.punctuation) { lookAlike(token, meant) }
    default: break
    }
  }

  private mutating func lookAlike(_ token: Token, _ meant: String) {
    findings.append(.lookAlike(text(token.start..<token.end), meant: meant, at: range(token.start, token.end)))
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(file: file, start: start, end: end) }

  private func text(_ range: Range<Int>) -> String { shortened(bytes, range) }

  private mutating func name(_ token: Token) {
    if token.end - token.start > TokenLimit.name {
      findings.append(.tooLong("name", limit: TokenLimit.name, at: range(token.start, token.end)))
    } else if !isName(token) {
      findings.append(.malformedName(text(token.start..<token.end), at: range(token.start, token.end)))
    }
  }

  private func isName(_ token: Token) -> Bool {
    var (start, end) = (token.start, token.end)
    if token.kind == .quotedIdentifier {
      guard end - start > 2, bytes[end - 1] == UInt8(ascii: "`") else { return false }
      (start, end) = (start + 1, end - 1)
    }
    if end - start == 1, bytes[start] == UInt8(ascii: "_") { return false }
    guard token.kind == .quotedIdentifier else { return true }
    guard decodeScalar(bytes, at: start).scalar.map(IdentifierScalars.canStart) == true else { return false }
    var lexer = Lexer(Array(bytes[start..<end]))
    lexer.continueIdentifier()
    return lexer.offset == end - start
  }

  private mutating func number(_ token: Token) {
    if token.end - token.start > TokenLimit.number {
      findings.append(.tooLong("number", limit: TokenLimit.number, at: range(token.start, token.end)))
    } else if let plain = plainNumber(bytes[token.start..<token.end]) {
      lookAlike(token, String(decoding: plain, as: UTF8.self))
    } else if !isWellFormed(number: bytes[token.start..<token.end]) {
      findings.append(.malformedNumber(text(token.start..<token.end), at: range(token.start, token.end)))
    }
  }

  private mutating func string(_ token: Token) {
    guard token.isClosed(in: bytes) else {
      let isBlock = token.kind == .multilineString
      let end = isBlock ? token.start + 3 : token.end
      findings.append(.unterminatedString(isBlock: isBlock, at: range(token.start, end)))
      return
    }
    for problem in decodeString(token, in: bytes).problems { findings.append(finding(problem)) }
  }

  private func finding(_ problem: StringProblem) -> Diagnostic {
    switch problem {
    case .nul(let span): .nulInString(at: range(span.lowerBound, span.upperBound))
    case .escape(let span): .invalidEscape(text(span), at: range(span.lowerBound, span.upperBound))
    case .indentation(let span, let closing):
      .misindentedBlock(
        at: range(span.lowerBound, span.upperBound), closing: range(closing.lowerBound, closing.upperBound))
    case .crowdedOpening(let span): .crowdedQuotes(isOpening: true, at: range(span.lowerBound, span.upperBound))
    case .crowdedClosing(let span): .crowdedQuotes(isOpening: false, at: range(span.lowerBound, span.upperBound))
    }
  }

  /// Reports the invalid runs of a token, except for those that ``checkText(_:file:)`` reports.
  private mutating func unknown(_ token: Token) {
    var offset = token.start
    var run: Range<Int>?
    while offset < token.end {
      let here = decodeScalar(bytes, at: offset)
      let span = offset..<offset + here.length
      offset = span.upperBound
      if let scalar = here.scalar, !isControl(scalar) {
        run = (run?.lowerBound ?? span.lowerBound)..<span.upperBound
        continue
      }
      flush(&run)
      if let scalar = here.scalar, scalar.value > 0x9F {
        findings.append(.controlCharacter(scalar, at: range(span.lowerBound, span.upperBound)))
      }
    }
    flush(&run)
  }

  private mutating func flush(_ run: inout Range<Int>?) {
    guard let span = run else { return }
    run = nil
    let words = text(span)
    if let first = words.unicodeScalars.first, words.unicodeScalars.count > 1,
      ["'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{201E}"].contains(first), span.count <= 200,
      let last = words.unicodeScalars.last, ["'", "\u{2019}", "\u{201C}", "\u{201D}"].contains(last)
    {
      let whole = String(decoding: bytes[span], as: UTF8.self)
      findings.append(.familiarString(whole, at: range(span.lowerBound, span.upperBound)))
      return
    }
    let isSecondHalf = isPairOpen && ["'", ">", "\u{201D}", "\u{2019}"].contains(words)
    isPairOpen = !isSecondHalf && (isPairOpen || ["'", "<", "\u{201C}", "\u{2018}"].contains(words))
    guard !isSecondHalf else { return }
    findings.append(.unexpectedCharacter(words, at: range(span.lowerBound, span.upperBound)))
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension Token {
  /// Whether this is punctuation that only looks like that of the language. It has been reported already.
  func isWide(in bytes: [UInt8]) -> Bool {
    switch kind {
    case .leftBrace, .rightBrace, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .colon, .comma,
      .dot,
      .equal, .question, .at, .minus, .closedRange, .halfOpenRange:
      bytes[start] >= 0x80
    default: false
    }
  }
}

/// The text of a range for quoting in a message, truncated if it is long.
func shortened(_ bytes: [UInt8], _ range: Range<Int>) -> String {
  let longest = 40
  guard range.count > longest else { return String(decoding: bytes[range], as: UTF8.self) }
  let end = scalarStart(bytes, at: range.lowerBound + longest, notBefore: range.lowerBound)
  return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self) + "…"
}
