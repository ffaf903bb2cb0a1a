import IgataDiagnostics
import IgataSyntax

/// The edits that change the layout of a text to that of another text with the same tokens: one for each gap between
/// two tokens that differs.
///
/// The formatter removes commas, and writes `case` instead. These belong to the gaps. Takes linear time. A
/// byte-order mark stays where it is.
func gapEdits(from old: SyntaxTree, to text: [UInt8]) -> [Diagnostic.Fix.Edit] {
  var edits = GapEdits(old: old, new: text)
  edits.compare()
  return edits.edits
}

private struct GapEdits {
  private let file: Int
  private let old: [UInt8]
  private let new: [UInt8]
  private let oldTokens: [Token]
  private let newTokens: [Token]
  /// The ends of the last tokens that correspond to each other.
  private var oldEnd = 0
  private var newEnd = 0
  private(set) var edits: [Diagnostic.Fix.Edit] = []

  init(old: SyntaxTree, new: [UInt8]) {
    file = old.file
    self.old = old.source.bytes
    self.new = new
    oldTokens = old.tokens.filter { !$0.kind.isSpace }
    newTokens = lex(new).filter { !$0.kind.isSpace }
    if let mark = old.tokens.first, mark.kind == .byteOrderMark { oldEnd = mark.end }
  }

  mutating func compare() {
    var (left, right) = (0, 0)
    while left < oldTokens.count, right < newTokens.count {
      let (from, to) = (oldTokens[left], newTokens[right])
      if from.kind == to.kind, from.kind.isComment || from.kind == .multilineString || isSame(from, to) {
        closeGap(from, to)
        (left, right) = (left + 1, right + 1)
      } else if from.kind == .comma {
        left += 1
      } else if to.kind == .identifier, new[to.start..<to.end].elementsEqual("case".utf8) {
        right += 1
      } else {
        break
      }
    }
    // The end of the text is a token, so that nothing is left unless the tokens differ otherwise.
    if left < oldTokens.count || right < newTokens.count { replace(to: old.count, by: new[newEnd...]) }
  }

  private func isSame(_ from: Token, _ to: Token) -> Bool {
    old[from.start..<from.end].elementsEqual(new[to.start..<to.end])
  }

  private mutating func closeGap(_ from: Token, _ to: Token) {
    replace(to: from.start, by: new[newEnd..<to.start])
    (oldEnd, newEnd) = (from.start, to.start)
    replace(to: from.end, by: new[to.start..<to.end])
    (oldEnd, newEnd) = (from.end, to.end)
  }

  private mutating func replace(to end: Int, by text: ArraySlice<UInt8>) {
    guard !old[oldEnd..<end].elementsEqual(text) else { return }
    let range = SourceRange(file: file, start: oldEnd, end: end)
    edits.append(.init(range, String(decoding: text, as: UTF8.self)))
  }
}
