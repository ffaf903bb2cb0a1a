/// One line of a text with a highlighted span, ready to be printed.
struct Excerpt {
  /// The line, shortened around the span if it is very long, without control characters.
  var text = ""
  /// The indentation of the carets: as wide as the text before the span, with the same tabs.
  var padding = ""
  /// The number of columns that the span takes, at least one.
  var carets = 1

  private static let longestLine = 160
  private static let columnsBefore = 40
  private static let columnsShown = 120
  private static let ellipsis = "…"

  /// - Parameters:
  ///   - line: The offsets of the line without its line ending.
  ///   - span: The offsets to point to. Parts outside the line are ignored.
  init(_ bytes: [UInt8], line: Range<Int>, span: Range<Int>) {
    let isLong = line.count > Self.longestLine
    let start = scalarStart(
      bytes, at: min(max(span.lowerBound, line.lowerBound), line.upperBound), notBefore: line.lowerBound)
    let end = min(max(span.upperBound, start), line.upperBound)
    var offset = isLong ? Self.windowStart(bytes, line: line, span: start) : line.lowerBound
    if offset > line.lowerBound { append(Self.ellipsis, 1, beforeSpan: true) }
    let limit = isLong ? min(line.upperBound, offset + 4 * Self.columnsShown) : line.upperBound
    var columns = 0
    var columnsInSpan = 0
    var previous: Unicode.Scalar?
    while offset < limit, !isLong || columns < Self.columnsShown {
      let here = decodeScalar(bytes, at: offset)
      let shown = here.scalar.map { display($0, after: previous) } ?? Self.broken(bytes, offset, here.length)
      append(shown.text, shown.width, beforeSpan: offset < start)
      columns += shown.width
      if offset >= start, offset < end { columnsInSpan += shown.width }
      previous = here.scalar
      offset += here.length
    }
    if offset < line.upperBound { text += Self.ellipsis }
    carets = max(1, columnsInSpan)
  }

  private mutating func append(_ shown: String, _ width: Int, beforeSpan: Bool) {
    text += shown
    if beforeSpan { padding += shown == "\t" ? "\t" : String(repeating: " ", count: width) }
  }

  private static func broken(_ bytes: [UInt8], _ offset: Int, _ length: Int) -> DisplayedScalar {
    var text = ""
    for byte in bytes[offset..<offset + length] {
      text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return DisplayedScalar(text: text, width: text.utf8.count)
  }

  private static func windowStart(_ bytes: [UInt8], line: Range<Int>, span: Int) -> Int {
    var offset = span
    for _ in 0..<columnsBefore where offset > line.lowerBound {
      offset = scalarStart(bytes, at: offset - 1, notBefore: line.lowerBound)
    }
    return offset
  }
}
