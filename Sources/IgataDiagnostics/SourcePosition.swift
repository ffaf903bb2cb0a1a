/// A line and a column in a text.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters (grapheme clusters).
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
  /// Reads the whole file. To convert more than one offset, create a ``LineTable`` and use that.
  public func position(at offset: Int) -> SourcePosition {
    LineTable(self).position(at: offset)
  }
}
