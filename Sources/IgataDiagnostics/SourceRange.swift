/// A half-open range of UTF-8 offsets in one of the files of a run.
///
/// Ranges are most of a syntax tree's memory, so they are stored in 32-bit integers: files are smaller than 2 GB.
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

  /// The offset after the last byte.
  public var end: Int {
    get { Int(storedEnd) }
    set { storedEnd = Int32(clamping: newValue) }
  }

  /// The smallest range that contains this one and `other`, which must be in the same file.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
  }

  /// The empty range at its end.
  public var endPoint: SourceRange { SourceRange(file: file, start: end, end: end) }
}
