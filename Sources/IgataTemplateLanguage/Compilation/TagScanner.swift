import IgataDiagnostics

/// Finds the tags of a template in one pass over its bytes.
///
/// The scan continues after a tag that can't be read, so that one run reports every error.
struct TagScanner {
  /// The maximum length of a delimiter. Searching for longer ones would not take linear time.
  static let longestDelimiter = 16
  /// The number of errors after which the scan stops.
  static let mostErrors = 1_000

  let bytes: [UInt8]
  let file: Int
  private(set) var tags: [Tag] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether a tag that opens or closes something could not be read, so that pairs can't be checked.
  private(set) var hasLostTags = false
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var position: Int
  /// The start of the text before the next tag, which is the end of the previous tag.
  private var textStart: Int

  init(_ bytes: [UInt8], file: Int) {
    self.bytes = bytes
    self.file = file
    position = Byte.markLength(bytes)
    textStart = 0
  }

  mutating func scan() {
    // A tag takes about 30 bytes of a template, with its line.
    tags.reserveCapacity(bytes.count / 30)
    while let start = find(opening, from: position) {
      scanTag(at: start)
      guard diagnostics.count < Self.mostErrors else {
        hasLostTags = true
        return
      }
    }
  }

  private func find(_ needle: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first else { return nil }
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == first, bytes.holds(needle, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  private mutating func scanTag(at start: Int) {
    var content = start + opening.count
    while content < bytes.count, Byte.isSpace(bytes[content]) { content += 1 }
    let sigil = content < bytes.count ? bytes[content] : 0
    switch sigil {
    case UInt8(ascii: "!"):
      guard let close = find(closing, from: content + 1) else { return abandon(at: start) }
      add(.comment, start, close + closing.count, name: content..<content)
    case UInt8(ascii: "="):
      guard let close = find([sigil] + closing, from: content + 1) else { return abandon(at: start) }
      let end = close + 1 + closing.count
      add(.delimiters, start, end, name: content..<content)
      changeDelimiters(to: content + 1..<close, tag: start..<end)
    case UInt8(ascii: "{"):
      scanName(.rawVariable, start, from: content + 1, closing: [UInt8(ascii: "}")] + closing)
    default:
      let kind = Self.kind(of: sigil)
      scanName(kind ?? .variable, start, from: kind == nil ? content : content + 1, closing: closing)
    }
  }

  private static func kind(of sigil: UInt8) -> Tag.Kind? {
    switch sigil {
    case UInt8(ascii: "&"): .rawVariable
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .close
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    default: nil
    }
  }

  private mutating func scanName(_ kind: Tag.Kind, _ start: Int, from content: Int, closing close: [UInt8]) {
    var offset = content
    // Nearly every byte is neither the first one of a delimiter nor worth a call.
    let (firstOfClosing, firstOfOpening) = (close.first, opening.first)
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == firstOfClosing, bytes.holds(close, at: offset) { break }
      if byte == firstOfOpening, opening.count > 1, bytes.holds(opening, at: offset) {
        diagnostics.append(.unclosedTag(at: range(start, start + opening.count)))
        hasLostTags = true
        position = offset
        return
      }
      offset += 1
    }
    guard offset < bytes.count else { return abandon(at: start) }
    let end = offset + close.count
    var name = bytes.trimmed(content..<offset)
    let mayBeDynamic = kind == .partial || kind == .parent || kind == .close
    let isDynamic = mayBeDynamic && !name.isEmpty && bytes[name.lowerBound] == UInt8(ascii: "*")
    if isDynamic { name = bytes.trimmed(name.lowerBound + 1..<name.upperBound) }
    if let flaw = flaw(of: name, kind, isDynamic: isDynamic) {
      let text = bytes.text(bytes.trimmed(content..<offset))
      diagnostics.append(.badTagName(text, flaw: flaw, at: range(start, end)))
      hasLostTags = hasLostTags || kind == .close || kind.opens
    }
    add(kind, start, end, name: name, isDynamic: isDynamic)
  }

  /// The reason why `name` isn't a valid name, or `nil` if it is valid.
  private func flaw(of name: Range<Int>, _ kind: Tag.Kind, isDynamic: Bool) -> TagNameFlaw? {
    if name.isEmpty { return .empty }
    if bytes[name].contains(where: Byte.isSpace) { return .space }
    let namesData =
      switch kind {
      case .variable, .rawVariable, .section, .inverted: true
      case .partial, .parent: isDynamic
      case .close, .comment, .delimiters, .block: false
      }
    let dot = UInt8(ascii: ".")
    guard namesData, !(name.count == 1 && bytes[name.lowerBound] == dot) else { return nil }
    var wasDot = false
    for byte in bytes[name] {
      if byte == dot, wasDot { return .dots }
      wasDot = byte == dot
    }
    return wasDot ? .dots : nil
  }

  private mutating func abandon(at start: Int) {
    diagnostics.append(.unclosedTag(at: range(start, start + opening.count)))
    hasLostTags = true
    position = bytes.count
  }

  private mutating func add(_ kind: Tag.Kind, _ start: Int, _ end: Int, name: Range<Int>, isDynamic: Bool = false) {
    tags.append(
      Tag(
        kind: kind, start: start, end: end, name: name, isDynamic: isDynamic, lineStart: lineStart(of: start),
        nextLine: nextLine(after: end)))
    position = end
    textStart = end
  }

  private func lineStart(of tag: Int) -> Int? {
    var offset = tag
    while offset > textStart, Byte.isBlank(bytes[offset - 1]) { offset -= 1 }
    let isFirst = tags.isEmpty && offset == Byte.markLength(bytes)
    let followsBreak = offset > textStart && bytes[offset - 1] == Byte.newline
    return isFirst || followsBreak ? offset : nil
  }

  private func nextLine(after tag: Int) -> Int? {
    let offset = bytes.blankEnd(from: tag, limit: bytes.count)
    return offset == bytes.count ? offset : bytes.lineBreakEnd(at: offset)
  }

  private mutating func changeDelimiters(to content: Range<Int>, tag: Range<Int>) {
    let words = bytes[content].split(whereSeparator: Byte.isSpace).map(Array.init)
    guard words.count == 2, !words.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
      return diagnostics.append(.badDelimiters(at: range(tag.lowerBound, tag.upperBound)))
    }
    guard words.allSatisfy({ $0.count <= Self.longestDelimiter }) else {
      return diagnostics.append(.longDelimiters(at: range(tag.lowerBound, tag.upperBound)))
    }
    opening = words[0]
    closing = words[1]
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(file: file, start: start, end: end) }
}
