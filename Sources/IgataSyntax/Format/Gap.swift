/// What stands between two tokens that are not trivia: comments, and how many line ends are around them.
struct Gap {
  struct Comment {
    var token: Token
    /// The line ends between this comment and what stands before it.
    var lineEndsBefore: Int

    /// Whether the line goes on behind it.
    var isBlock: Bool { token.kind == .blockComment }
  }

  var comments: [Comment] = []
  /// The line ends behind the last comment.
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
