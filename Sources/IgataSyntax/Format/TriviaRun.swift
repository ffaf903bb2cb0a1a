/// The trivia between two tokens: comments, and the number of line endings around them.
struct TriviaRun {
  struct Comment {
    var token: Token
    /// The number of line endings between this comment and what precedes it.
    var lineEndsBefore: Int

    /// Whether the line continues after it.
    var isBlock: Bool { token.kind == .blockComment }
  }

  var comments: [Comment] = []
  /// The number of line endings after the last comment.
  var lineEnds = 0

  init(_ trivia: ArraySlice<Token>) {
    for token in trivia {
      switch token.kind {
      case .newline: lineEnds += 1
      case .lineComment, .documentation, .blockComment:
        comments.append(Comment(token: token, lineEndsBefore: lineEnds))
        lineEnds = 0
      default: break
      }
    }
  }

  /// Whether the next token started a line.
  var breaksLine: Bool { lineEnds > 0 || comments.contains { $0.lineEndsBefore > 0 } }
}
