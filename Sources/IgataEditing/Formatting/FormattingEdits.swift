public import IgataDiagnostics
import IgataSyntax

extension Snapshot {
  /// The edits that lay out a file canonically: one for each gap between tokens that differs. Empty if the file has
  /// errors of syntax.
  public func formattingEdits(file: Int) -> [Diagnostic.Fix.Edit] {
    guard let tree = tree(of: file), !hasSyntaxErrors(in: SourceRange(file: file, start: 0, end: Int.max)) else {
      return []
    }
    return gapEdits(from: tree, to: Array(format(tree).utf8))
  }

  /// The edits of ``formattingEdits(file:)`` that touch the lines of a range.
  public func formattingEdits(in range: SourceRange) -> [Diagnostic.Fix.Edit] {
    guard let tree = tree(of: range.file) else { return [] }
    let start = tree.source.lineStart(of: range.start)
    let end = max(start, tree.source.lineEnd(of: range.end))
    let lines = SourceRange(file: range.file, start: start, end: end)
    return formattingEdits(file: range.file).filter { edit in
      // The gap after the last line belongs to the line after it.
      edit.range.touches(lines) && (edit.range.start < end || edit.range.end == edit.range.start)
    }
  }

  /// Whether there is an error of syntax in a range. Such a text isn't formatted; one with other errors is, as
  /// `igata format` does.
  func hasSyntaxErrors(in range: SourceRange) -> Bool {
    sources.syntaxErrors[range.file].contains { $0.severity == .error && $0.range.touches(range) }
  }
}
