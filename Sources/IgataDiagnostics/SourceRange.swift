/// A half-open range of UTF-8 offsets in one of the files of a run.
public struct SourceRange: Hashable, Sendable {
  /// The index of the file among the files of the run.
  public var file: Int
  public var start: Int
  public var end: Int

  public init(file: Int, start: Int, end: Int) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// The smallest range that holds this one and `other`, which must be of the same file.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
  }
}
