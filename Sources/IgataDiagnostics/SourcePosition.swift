/// A place in a text as a person counts it.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters as a person sees them (grapheme clusters).
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourceFile {
  /// The line and the column of a UTF-8 offset.
  ///
  /// Reads the whole file. Where more than one place is wanted, make one ``LineTable`` and ask that.
  public func position(at offset: Int) -> SourcePosition {
    LineTable(self).position(at: offset)
  }
}
