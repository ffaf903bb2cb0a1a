import IgataDiagnostics

/// What is wrong inside a string that has its end.
enum StringProblem: Hashable {
  /// A backslash before something it does not escape.
  case escape(Range<Int>)
  /// An escape that stands for U+0000.
  case nul(Range<Int>)
  /// A line of a block that lacks the block's indentation, which stands at the second range.
  case indentation(Range<Int>, Range<Int>)
  case crowdedOpening(Range<Int>)
  case crowdedClosing(Range<Int>)
}

/// The text that a string token stands for: escapes resolved, a block's indentation taken off, its lines joined by
/// line feeds. What is wrong is left out of the text.
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
    /// The quote of a string that has one line.
    case none
    /// Another line of the block, which a backslash joins to this one.
    case inner
    /// The line with the block's closing quotes.
    case last
  }

  /// Appends what stands on one line; says whether its line end is escaped.
  @discardableResult
  mutating func append(_ line: Range<Int>, _ lineEnd: LineEnd) -> Bool {
    var offset = line.lowerBound
    while offset < line.upperBound {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      // An escape that nothing follows belongs to a string without an end, which has been reported.
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

  /// Appends what the escape at `offset` stands for; the answer is the offset behind it.
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
    var place = offset + 2
    guard place < end, bytes[place] == UInt8(ascii: "{") else {
      problems.append(.escape(offset..<place))
      return place
    }
    place += 1
    let digits = bytes[place..<end].prefix(9).prefix { Character(Unicode.Scalar($0)).isHexDigit }
    place += digits.count
    let isClosed = place < end && bytes[place] == UInt8(ascii: "}")
    if isClosed { place += 1 }
    guard isClosed, digits.count <= 8, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else {
      problems.append(.escape(offset..<place))
      return place
    }
    guard scalar.value > 0 else {
      problems.append(.nul(offset..<place))
      return place
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return place
  }

  /// The line behind its indentation; an empty one where it is blank; nothing where it is indented otherwise.
  private func withoutIndentation(_ line: Range<Int>, _ indentation: Range<Int>) -> Range<Int>? {
    if bytes[line].starts(with: bytes[indentation]) { return line.lowerBound + indentation.count..<line.upperBound }
    return nonBlank(line) == nil ? line.upperBound..<line.upperBound : nil
  }

  /// The part of a line from its first byte that is neither space nor tab to its end.
  private func nonBlank(_ line: Range<Int>) -> Range<Int>? {
    line.first { bytes[$0] != UInt8(ascii: " ") && bytes[$0] != UInt8(ascii: "\t") }.map { $0..<line.upperBound }
  }

  /// The lines without their line ends, at least one.
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
