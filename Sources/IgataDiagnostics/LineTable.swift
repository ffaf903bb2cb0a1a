/// The offsets at which the lines of a text start, so that an offset can be converted to a line and a column without
/// reading the text again.
///
/// A line ends with a line feed, or with a carriage return and a line feed. A byte-order mark isn't part of a line.
/// Every offset has a position: an offset outside the text, inside a character, or between a carriage return and its
/// line feed is rounded to the nearest character boundary, downward if possible.
public struct LineTable: Sendable {
  /// An offset inside a long line whose column is known.
  private struct Landmark {
    var offset: Int
    /// The column of `offset`, from 0.
    var column: Int
  }

  private static let stride = 512

  private let bytes: [UInt8]
  private let starts: [Int]
  /// Sorted by offset. Short lines have none.
  private let landmarks: [Landmark]

  public init(_ file: SourceFile) {
    let bytes = file.bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var starts = [start]
    for index in start..<bytes.count where bytes[index] == 0x0A { starts.append(index + 1) }
    var landmarks: [Landmark] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : bytes.count
      if end - start > Self.stride { Self.mark(bytes, line: start..<end, into: &landmarks) }
    }
    self.bytes = bytes
    self.starts = starts
    self.landmarks = landmarks
  }

  /// The number of lines in the text, at least one.
  public var lineCount: Int { starts.count }

  /// The offsets of a line without its line ending. `line` is 1-based and clamped to the lines of the text.
  public func offsets(ofLine line: Int) -> Range<Int> {
    let index = max(0, min(line - 1, starts.count - 1))
    let start = starts[index]
    guard index + 1 < starts.count else { return start..<bytes.count }
    let feed = starts[index + 1] - 1
    return start..<(feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed)
  }

  /// The line and the column of a UTF-8 offset.
  public func position(at offset: Int) -> SourcePosition {
    let index = max(0, starts.partitionIndex { $0 > offset } - 1)
    let line = offsets(ofLine: index + 1)
    let target = scalarStart(bytes, at: max(line.lowerBound, min(offset, line.upperBound)), notBefore: line.lowerBound)
    var from = Landmark(offset: line.lowerBound, column: 0)
    let after = landmarks.partitionIndex { $0.offset > target }
    if after > 0, landmarks[after - 1].offset >= line.lowerBound { from = landmarks[after - 1] }
    return SourcePosition(line: index + 1, column: from.column + characters(from.offset, before: target, in: line) + 1)
  }

  /// The number of characters of the line that start after `start` and not after `target`.
  private func characters(_ start: Int, before target: Int, in line: Range<Int>) -> Int {
    guard target < line.upperBound else { return Self.count(bytes, start..<target) }
    // The scalar at `target` may belong to the character before it, so it is included in the count and subtracted
    // again.
    let end = min(line.upperBound, target + decodeScalar(bytes, at: target).length)
    return Self.count(bytes, start..<end) - 1
  }

  private static func count(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let slice = bytes[range]
    if slice.allSatisfy({ $0 < 0x80 }) { return slice.count }
    return String(decoding: slice, as: UTF8.self).count
  }

  /// Adds a landmark about every `stride` bytes, at an offset where a new character is certain to start.
  private static func mark(_ bytes: [UInt8], line: Range<Int>, into landmarks: inout [Landmark]) {
    var last = Landmark(offset: line.lowerBound, column: 0)
    var offset = line.lowerBound
    var previous: Unicode.Scalar?
    while offset < line.upperBound {
      let here = decodeScalar(bytes, at: offset)
      if offset - last.offset >= stride, let before = previous, let scalar = here.scalar,
        isBoundary(between: before, and: scalar)
      {
        last = Landmark(offset: offset, column: last.column + count(bytes, last.offset..<offset))
        landmarks.append(last)
      }
      previous = here.scalar
      offset += here.length
    }
  }

  /// Whether there is certainly a character boundary between the two scalars. If `false`, there may still be one.
  private static func isBoundary(between before: Unicode.Scalar, and scalar: Unicode.Scalar) -> Bool {
    isPlain(scalar) && (isPlain(before) || before.value >= 0x1F000)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xFF01...0xFF5E: true
    default: false
    }
  }
}
