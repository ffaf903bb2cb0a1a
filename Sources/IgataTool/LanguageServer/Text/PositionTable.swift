import IgataDiagnostics

/// Converts between the UTF-8 offsets of a text and the positions of a client.
///
/// A line ends with a line feed, a carriage return, or both together, as the protocol requires. A byte-order mark isn't
/// part of a line of a file, because editors read it as its encoding, but it is a character of a text that a client
/// sent. Every offset has a position and every position has an offset: one outside the text or a line is
/// clamped, and one inside of a character is rounded down.
struct PositionTable: Sendable {
  /// A known offset in a long line.
  private struct Landmark {
    var offset: Int
    /// The units of the line before `offset`.
    var character: Int
  }

  private static let stride = 512

  let bytes: [UInt8]
  let encoding: PositionEncoding
  private let starts: [Int]
  /// Whether each line consists of single bytes only.
  private let isPlain: [Bool]
  /// Sorted by offset. Lines that are short or plain have none.
  private let landmarks: [Landmark]

  /// - Parameter isSent: Whether the client sent the text, and so counts a byte-order mark.
  init(_ bytes: [UInt8], _ encoding: PositionEncoding, isSent: Bool = false) {
    self.bytes = bytes
    self.encoding = encoding
    var index = !isSent && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var starts = [index]
    var isPlain: [Bool] = []
    var hasOthers = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte >= 0x80 { hasOthers = true }
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      starts.append(index)
      isPlain.append(!hasOthers)
      hasOthers = false
    }
    isPlain.append(!hasOthers)
    var landmarks: [Landmark] = []
    for line in starts.indices where !isPlain[line] {
      let end = line + 1 < starts.count ? starts[line + 1] : bytes.count
      if end - starts[line] > Self.stride { Self.mark(bytes, starts[line]..<end, encoding, &landmarks) }
    }
    self.starts = starts
    self.isPlain = isPlain
    self.landmarks = landmarks
  }

  /// The number of lines, at least one.
  var lineCount: Int { starts.count }

  /// The offsets of a line without its line ending. The line is clamped.
  func offsets(ofLine line: Int) -> Range<Int> {
    let line = max(0, min(line, starts.count - 1))
    let start = starts[line]
    guard line + 1 < starts.count else { return start..<bytes.count }
    let next = starts[line + 1]
    return start..<(next - start > 1 && bytes[next - 1] == 0x0A && bytes[next - 2] == 0x0D ? next - 2 : next - 1)
  }

  func offset(of position: DocumentPosition) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let index = max(0, position.line)
    let line = offsets(ofLine: index)
    if isPlain[index] { return line.lowerBound + max(0, min(position.character, line.count)) }
    var from = landmark(in: line) { $0.character <= position.character }
    while from.offset < line.upperBound {
      let scalar = decodeScalar(bytes, at: from.offset)
      from.character += encoding.units(scalar)
      if from.character > position.character { break }
      from.offset += scalar.length
    }
    return from.offset
  }

  /// - Parameter near: A line to try before the others, for offsets that come in order.
  func position(of offset: Int, near: Int = 0) -> DocumentPosition {
    let index = lineIndex(of: offset, near: near)
    let line = offsets(ofLine: index)
    let target = max(line.lowerBound, min(offset, line.upperBound))
    if isPlain[index] { return DocumentPosition(line: index, character: target - line.lowerBound) }
    var from = landmark(in: line) { $0.offset <= target }
    while from.offset < target {
      let scalar = decodeScalar(bytes, at: from.offset)
      guard from.offset + scalar.length <= target else { break }
      from.character += encoding.units(scalar)
      from.offset += scalar.length
    }
    return DocumentPosition(line: index, character: from.character)
  }

  /// - Parameter near: A line to try before the others, for ranges that come in order.
  func range(of range: Range<Int>, near: Int = 0) -> Range<DocumentPosition> {
    let start = position(of: range.lowerBound, near: near)
    return start..<max(start, position(of: range.upperBound, near: start.line))
  }

  func offsets(of range: Range<DocumentPosition>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return start..<max(start, offset(of: range.upperBound))
  }

  private func lineIndex(of offset: Int, near: Int) -> Int {
    for line in near...(near + 1) where line < starts.count && starts[line] <= offset {
      if line + 1 == starts.count || offset < starts[line + 1] { return line }
    }
    return max(0, starts.partitionIndex { $0 > offset } - 1)
  }

  /// The last landmark in a line for which the condition holds, or the line's start.
  private func landmark(in line: Range<Int>, where isBefore: (Landmark) -> Bool) -> Landmark {
    let first = landmarks.partitionIndex { $0.offset >= line.lowerBound }
    let last = landmarks.partitionIndex { $0.offset >= line.upperBound }
    let after = landmarks[first..<last].partitionIndex { !isBefore($0) }
    return after == first ? Landmark(offset: line.lowerBound, character: 0) : landmarks[after - 1]
  }

  private static func mark(
    _ bytes: [UInt8], _ line: Range<Int>, _ encoding: PositionEncoding, _ landmarks: inout [Landmark]
  ) {
    var here = Landmark(offset: line.lowerBound, character: 0)
    var last = here.offset
    while here.offset < line.upperBound {
      let scalar = decodeScalar(bytes, at: here.offset)
      here.offset += scalar.length
      here.character += encoding.units(scalar)
      guard here.offset - last >= stride else { continue }
      landmarks.append(here)
      last = here.offset
    }
  }
}
