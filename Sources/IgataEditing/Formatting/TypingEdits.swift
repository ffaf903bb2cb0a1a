public import IgataDiagnostics
import IgataSyntax

extension Snapshot {
  /// The edits after a `}` or a line feed was typed: the indentation of the line at the location, and the layout of the
  /// declaration or the member before it, unless it has an error of syntax.
  ///
  /// - Parameter location: The location after the typed character.
  public func formattingEdits(afterTypingAt location: TextLocation) -> [Diagnostic.Fix.Edit] {
    guard let tree = tree(of: location.file), location.offset > 0, location.offset <= tree.source.bytes.count
    else { return [] }
    let line = tree.source.lineStart(of: location.offset)
    switch tree.source.bytes[location.offset - 1] {
    case UInt8(ascii: "}"):
      guard let declaration = tree.declarations.first(where: { $0.range.end == location.offset }) else {
        return indentation(of: line, in: tree)
      }
      return layout(of: declaration.range, in: tree) ?? indentation(of: line, in: tree)
    case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"):
      // Editors that indent the new line themselves ask when they have done so.
      guard line > 0, tree.source.bytes[line..<location.offset].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
        return []
      }
      let left = tree.member(endingOnLineOf: line - 1).flatMap { layout(of: $0, in: tree) } ?? []
      return left.filter { $0.range.end < line } + indentation(of: line, in: tree)
    default: return []
    }
  }

  /// The edits of the gaps inside a part of a file; `nil` if it has an error of syntax.
  private func layout(of part: SourceRange, in tree: SyntaxTree) -> [Diagnostic.Fix.Edit]? {
    guard !hasSyntaxErrors(in: part) else { return nil }
    let start = tree.source.lineStart(of: part.start)
    let whole = SourceRange(file: part.file, start: start, end: part.end)
    return gapEdits(from: tree, to: Array(format(tree).utf8)).compactMap { edit in
      if whole.contains(edit.range) { return edit }
      // Of the gap before the part, only what is on its line.
      guard edit.range.end == part.start, edit.range.start < start, edit.replacement.contains("\n") else { return nil }
      let replacement = edit.replacement.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      let indentation = SourceRange(file: part.file, start: start, end: part.start)
      return text(of: indentation) == replacement ? nil : .init(indentation, String(replacement))
    }
  }

  /// The edit that indents a line by the brackets that are open before it.
  private func indentation(of line: Int, in tree: SyntaxTree) -> [Diagnostic.Fix.Edit] {
    var end = line
    let bytes = tree.source.bytes
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    var depth = 0
    for token in tree.tokens {
      guard token.start < line else { break }
      // Inside of a text, white space has a meaning.
      if token.end > line, !token.kind.isSpace { return [] }
      depth = max(0, depth + token.kind.nesting)
    }
    let closes = end < bytes.count && [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(bytes[end])
    let width = 2 * min(32, max(0, depth - (closes ? 1 : 0)))
    let range = SourceRange(file: tree.file, start: line, end: end)
    let text = String(repeating: " ", count: width)
    return self.text(of: range) == text ? [] : [.init(range, text)]
  }
}

extension SyntaxTree {
  /// The member or the declaration whose last line contains an offset.
  fileprivate func member(endingOnLineOf offset: Int) -> SourceRange? {
    let lines = source.lineStart(of: offset)...source.lineEnd(of: offset)
    guard let declaration = declarations.last(where: { $0.range.start <= lines.upperBound }) else { return nil }
    if lines.contains(declaration.range.end) { return declaration.range }
    let members =
      if case .enum(let syntax) = declaration { syntax.cases.map(\.range) } else { declaration.members.map(\.range) }
    return members.last { lines.contains($0.end) }
  }
}

extension Token.Kind {
  /// By how much the brackets are nested deeper after the token.
  fileprivate var nesting: Int {
    switch self {
    case .leftBrace, .leftParenthesis, .leftBracket: 1
    case .rightBrace, .rightParenthesis, .rightBracket: -1
    default: 0
    }
  }
}
