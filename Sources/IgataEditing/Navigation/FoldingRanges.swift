public import IgataDiagnostics

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
  public func foldingRanges(ofFile file: Int) -> [FoldingRange] { [] }
}
