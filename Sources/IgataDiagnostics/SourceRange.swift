/// A half-open range of UTF-8 offsets in one of the files of a run.
///
/// Ranges are most of what a syntax tree holds, so they take little room: no file has 2 GB, and no run as many files.
public struct SourceRange: Hashable, Sendable {
  private var storedFile: Int32
  private var storedStart: Int32
  private var storedEnd: Int32

  public init(file: Int, start: Int, end: Int) {
    storedFile = Int32(clamping: file)
    storedStart = Int32(clamping: start)
    storedEnd = Int32(clamping: end)
  }

  /// The index of the file among the files of the run.
  public var file: Int {
    get { Int(storedFile) }
    set { storedFile = Int32(clamping: newValue) }
  }

  /// The offset of the first byte.
  public var start: Int {
    get { Int(storedStart) }
    set { storedStart = Int32(clamping: newValue) }
  }

  /// The offset behind the last byte.
  public var end: Int {
    get { Int(storedEnd) }
    set { storedEnd = Int32(clamping: newValue) }
  }

  /// The smallest range that holds this one and `other`, which must be of the same file.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
  }
}
