import IgataDiagnostics

/// An error inside a closed string.
enum StringProblem: Hashable {
  /// A backslash that isn't followed by a valid escape.
  case escape(Range<Int>)
  /// An escape for U+0000.
  case nul(Range<Int>)
  /// A line of a multiline string that lacks the string's indentation, which is at the second range.
  case indentation(Range<Int>, Range<Int>)
  case crowdedOpening(Range<Int>)
  case crowdedClosing(Range<Int>)
}

/// The value of a string token: escapes are resolved, the indentation of a multiline string is removed, and its lines
/// are joined by line feeds. Invalid parts are omitted.
func decodeString(_ token: Token, in bytes: [UInt8]) -> (text: String, problems: [StringProblem]) {
  var decoder = StringDecoder(bytes: bytes)
  let isBlock = token.kind == .multilineString
  let quotes = isBlock ? 3 : 1
  let start = min(token.start + quotes, token.end)
  let end = token.isClosed(in: bytes) ? max(start, token.end - quotes) : token.end
  if isBlock { decoder.appendBlock(start..<end) } else { decoder.append(start..<end, .none) }
  return (String(decoding: decoder.text, as: UTF8.self), decoder.problems)
}

private struct StringDecoder {
  let bytes: [UInt8]
  var text: [UInt8] = []
  var problems: [StringProblem] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func appendBlock(_ content: Range<Int>) {
    var lines = lines(of: content)
    let first = lines.removeFirst()
    if let crowd = nonBlank(first) { problems.append(.crowdedOpening(crowd)) }
    guard let last = lines.popLast() else { return }
    var indentation = last
    if let crowd = nonBlank(last) {
      problems.append(.crowdedClosing(crowd))
      indentation = last.lowerBound..<crowd.lowerBound
    }
    var reportsIndentation = true
    var joinsNext = true
    for (index, line) in lines.enumerated() {
      if !joinsNext { text.append(UInt8(ascii: "\n")) }
      let own = withoutIndentation(line, indentation)
      if own == nil, reportsIndentation {
        reportsIndentation = false
        let blank = line.lowerBound..<(nonBlank(line)?.lowerBound ?? line.upperBound)
        problems.append(.indentation(blank.isEmpty ? line.lowerBound..<line.lowerBound + 1 : blank, indentation))
      }
      joinsNext = append(own ?? line, index == lines.count - 1 ? .last : .inner)
    }
  }

  /// What follows a line.
  enum LineEnd {
    /// The closing quote of a single-line string.
    case none
    /// Another line of the string, which a backslash joins to this one.
    case inner
    /// The line with the closing quotes.
    case last
  }

  /// Appends the value of one line. Returns whether its line ending is escaped.
  @discardableResult
  mutating func append(_ line: Range<Int>, _ lineEnd: LineEnd) -> Bool {
    var offset = line.lowerBound
    while offset < line.upperBound {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      // A trailing backslash belongs to an unclosed string, which has been reported.
      guard offset + 1 < line.upperBound || lineEnd != .none else { return false }
      if lineEnd != .none, nonBlank(offset + 1..<line.upperBound) == nil {
        if lineEnd == .inner { return true }
        problems.append(.escape(offset..<offset + 1))
        return false
      }
      offset = appendEscape(offset, before: line.upperBound)
    }
    return false
  }

  /// Appends the value of the escape at `offset`, and returns the offset after it.
  private mutating func appendEscape(_ offset: Int, before end: Int) -> Int {
    switch bytes[offset + 1] {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "0"): problems.append(.nul(offset..<offset + 2))
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(bytes[offset + 1])
    case UInt8(ascii: "u"): return appendScalar(offset, before: end)
    default:
      let length = decodeScalar(bytes, at: offset + 1).length
      problems.append(.escape(offset..<min(end, offset + 1 + length)))
      return min(end, offset + 1 + length)
    }
    return offset + 2
  }

  private mutating func appendScalar(_ offset: Int, before end: Int) -> Int {
    var position = offset + 2
    guard position < end, bytes[position] == UInt8(ascii: "{") else {
      problems.append(.escape(offset..<position))
      return position
    }
    position += 1
    let digits = bytes[position..<end].prefix(9).prefix { Character(Unicode.Scalar($0)).isHexDigit }
    position += digits.count
    let isClosed = position < end && bytes[position] == UInt8(ascii: "}")
    if isClosed { position += 1 }
    guard isClosed, digits.count <= 8, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else {
      problems.append(.escape(offset..<position))
      return position
    }
    guard scalar.value > 0 else {
      problems.append(.nul(offset..<position))
      return position
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return position
  }

  /// The line after its indentation, an empty range if it is blank, or `nil` if it is indented differently.
  private func withoutIndentation(_ line: Range<Int>, _ indentation: Range<Int>) -> Range<Int>? {
    if bytes[line].starts(with: bytes[indentation]) { return line.lowerBound + indentation.count..<line.upperBound }
    return nonBlank(line) == nil ? line.upperBound..<line.upperBound : nil
  }

  /// The part of a line from its first byte that is neither a space nor a tab, or `nil` if the line is blank.
  private func nonBlank(_ line: Range<Int>) -> Range<Int>? {
    line.first { bytes[$0] != UInt8(ascii: " ") && bytes[$0] != UInt8(ascii: "\t") }.map { $0..<line.upperBound }
  }

  /// The lines without their line endings, at least one.
  private func lines(of content: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = content.lowerBound
    for offset in content where bytes[offset] == UInt8(ascii: "\n") {
      let hasReturn = offset > start && bytes[offset - 1] == UInt8(ascii: "\r")
      result.append(start..<(hasReturn ? offset - 1 : offset))
      start = offset + 1
    }
    result.append(start..<content.upperBound)
    return result
  }
}
