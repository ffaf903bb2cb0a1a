import IgataDiagnostics
import IgataSyntax

extension SyntaxTree {
  /// The suppressions of the comments `// igata:allow rule why` in a file. A comment at the end of a line applies to
  /// that line, a comment on its own line to the next line or member, and a comment that is separated from the first
  /// declaration by an empty line to the whole file.
  func allowComments() -> (suppressions: [Suppression], ineffective: [Directive]) {
    let directives = directives()
    guard !directives.isEmpty else { return ([], []) }
    var found: [Suppression] = []
    var ineffective: [Directive] = []
    let positions = CommentPositions(self)
    // There can be many comments before one long line.
    var line = (start: -1, end: -1)
    for (index, directive) in directives {
      guard directive.isInLineComment else {
        ineffective.append(directive)
        continue
      }
      let token = tokens[index]
      let location = positions.locations[index] ?? CommentPositions.Location()
      if let next = location.next, next != line.start {
        line = (next, source.bytes[next...].firstIndex(of: 0x0A) ?? source.bytes.count)
      }
      let scope =
        location.isAlone
        ? scope(after: token, location, lineEnd: line.end)
        : SourceRange(file: file, start: location.lineStart, end: token.start)
      let comment = commentRange(token, location)
      let suppressions = directive.isAllow ? directive.suppressions(scope: scope, comment: comment) : []
      if suppressions.isEmpty { ineffective.append(directive) }
      found += suppressions
    }
    return (found, ineffective)
  }

  /// The comments for the linter, by the index of their token.
  private func directives() -> [(Int, Directive)] {
    var found: [(Int, Directive)] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .lineComment, .documentation, .blockComment:
        if let directive = Directive(self, token) { found.append((index, directive)) }
      default: break
      }
    }
    return found
  }

  /// The scope of a comment on its own line.
  private func scope(after comment: Token, _ location: CommentPositions.Location, lineEnd: Int) -> SourceRange {
    guard let next = location.next, !location.isAtHead || !location.isSeparated else {
      return SourceRange(file: file, start: 0, end: source.bytes.count)
    }
    // Up to the end of the line, or of the member that starts there, including its documentation.
    return SourceRange(file: file, start: comment.end, end: max(lineEnd, memberEnd(startingAt: next) ?? lineEnd))
  }

  private func memberEnd(startingAt start: Int) -> Int? {
    guard let declaration = declarations.last(startingAt: start, \.range) else { return nil }
    let member: SourceRange? =
      switch declaration {
      case .model, .struct: declaration.members.last(startingAt: start, \.range)?.range
      case .enum(let syntax): syntax.cases.last(startingAt: start, \.range)?.range
      case .type, .reserved: declaration.range
      }
    return member.flatMap { $0.start == start ? $0.end : nil }
  }

  /// The range of the comment, including the space before it, or its whole line.
  private func commentRange(_ token: Token, _ location: CommentPositions.Location) -> SourceRange {
    let range = SourceRange(file: file, start: token.start, end: token.end)
    guard location.isAlone else { return withSpaceBefore(range) }
    let next = source.bytes[token.end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? source.bytes.count
    return SourceRange(file: file, start: location.lineStart, end: next)
  }
}

/// The positions of the comments in a file.
private struct CommentPositions {
  struct Location {
    var lineStart = 0
    /// Whether it is the first token on its line.
    var isAlone = true
    /// Whether there are only comments before it in the file.
    var isAtHead = true
    /// The start of the next token that isn't a comment.
    var next: Int?
    /// Whether there is an empty line between it and that token.
    var isSeparated = false
  }

  /// The positions, by the indexes of the tokens.
  private(set) var locations: [Int: Location] = [:]

  init(_ tree: SyntaxTree) {
    var location = Location()
    for (index, token) in tree.tokens.enumerated() {
      switch token.kind {
      case .newline: (location.lineStart, location.isAlone) = (token.end, true)
      case .lineComment: locations[index] = location
      case .whitespace, .documentation, .blockComment, .byteOrderMark: break
      default: (location.isAlone, location.isAtHead) = (false, false)
      }
    }
    var next: Int?
    var isSeparated = false
    var lineEnds = 0
    for (index, token) in tree.tokens.enumerated().reversed() {
      switch token.kind {
      case .newline:
        lineEnds += 1
        if lineEnds > 1 { isSeparated = true }
      case .lineComment:
        locations[index]?.next = next
        locations[index]?.isSeparated = isSeparated
        lineEnds = 0
      case .documentation, .blockComment: lineEnds = 0
      case .whitespace, .byteOrderMark, .end: break
      default: (next, isSeparated, lineEnds) = (token.start, false, 0)
      }
    }
  }
}

extension Array {
  /// The last element that doesn't start after an offset. The elements are in source order.
  func last(startingAt offset: Int, _ range: (Element) -> SourceRange) -> Element? {
    let after = partitionIndex { range($0).start > offset }
    return after == 0 ? nil : self[after - 1]
  }
}
