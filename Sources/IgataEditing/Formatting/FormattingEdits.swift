public import IgataDiagnostics

extension Snapshot {
  /// The edits that lay out a file canonically: one for each gap between tokens that differs. Empty if the file has
  /// errors.
  public func formattingEdits(file: Int) -> [Diagnostic.Fix.Edit] { [] }

  /// The edits of ``formattingEdits(file:)`` that touch the lines of a range.
  public func formattingEdits(in range: SourceRange) -> [Diagnostic.Fix.Edit] { [] }

  /// The edits after a `}` or a line feed was typed: the indentation of the line at the location, and the layout of the
  /// member before it, unless it has an error.
  ///
  /// - Parameter location: The location after the typed character.
  public func formattingEdits(afterTypingAt location: TextLocation) -> [Diagnostic.Fix.Edit] { [] }
}
