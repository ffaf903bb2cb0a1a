public import IgataDiagnostics
import IgataSyntax

/// A part of a file that can be folded.
public struct FoldingRange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case body, comment, brackets
  }

  /// From the character after the opening bracket to the closing one, or the whole comment.
  public var range: SourceRange
  public var kind: Kind
}

extension Snapshot {
  /// The parts of a file that extend over several lines: bodies, comments, and brackets. Sorted by their start.
  public func foldingRanges(ofFile file: Int) -> [FoldingRange] {
    guard let tree = tree(of: file) else { return [] }
    let ranges = tree.foldedBrackets + tree.foldedComments
    return ranges.sorted { ($0.range.start, $1.range.end) < ($1.range.start, $0.range.end) }
  }
}

extension SyntaxTree {
  fileprivate var foldedBrackets: [FoldingRange] {
    var found: [FoldingRange] = []
    var line = 0
    var open: [(kind: Token.Kind, end: Int, line: Int)] = []
    for token in tokens {
      switch token.kind {
      case .newline: line += 1
      case .multilineString, .blockComment: line += lineFeeds(in: token)
      case .leftBrace, .leftParenthesis, .leftBracket: open.append((token.kind, token.end, line))
      case .rightBrace, .rightParenthesis, .rightBracket:
        let opener = token.kind.opener
        // What is still open inside of a body is not closed in it.
        if opener == .leftBrace { while let last = open.last, last.kind != .leftBrace { open.removeLast() } }
        guard let last = open.last, last.kind == opener else { continue }
        open.removeLast()
        guard last.line < line else { continue }
        let range = SourceRange(file: file, start: last.end, end: token.start)
        found.append(FoldingRange(range: range, kind: opener == .leftBrace ? .body : .brackets))
      default: break
      }
    }
    return found
  }

  /// Block comments over several lines, and runs of line comments of one kind.
  fileprivate var foldedComments: [FoldingRange] {
    var found: [FoldingRange] = []
    var run: (kind: Token.Kind, range: SourceRange, count: Int)?
    var lineEnds = 0
    var isAlone = true
    func finish() {
      if let run, run.count > 1 { found.append(FoldingRange(range: run.range, kind: .comment)) }
    }
    for token in tokens {
      let range = SourceRange(file: file, start: token.start, end: token.end)
      switch token.kind {
      case .newline: (lineEnds, isAlone) = (lineEnds + 1, true)
      case .whitespace, .byteOrderMark: break
      case .lineComment, .documentation:
        if isAlone, let last = run, last.kind == token.kind, lineEnds == 1 {
          run = (last.kind, last.range.union(range), last.count + 1)
        } else {
          finish()
          run = isAlone ? (token.kind, range, 1) : nil
        }
        lineEnds = 0
      default:
        finish()
        run = nil
        (lineEnds, isAlone) = (0, false)
        if token.kind == .blockComment, lineFeeds(in: token) > 0 {
          found.append(FoldingRange(range: range, kind: .comment))
        }
      }
    }
    finish()
    return found
  }

  private func lineFeeds(in token: Token) -> Int {
    source.bytes[token.start..<token.end].count { $0 == UInt8(ascii: "\n") }
  }
}

extension Token.Kind {
  /// The bracket that this one closes.
  fileprivate var opener: Token.Kind? {
    switch self {
    case .rightBrace: .leftBrace
    case .rightParenthesis: .leftParenthesis
    case .rightBracket: .leftBracket
    default: nil
    }
  }
}
