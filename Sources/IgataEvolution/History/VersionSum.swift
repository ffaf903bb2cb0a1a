import IgataSyntax

/// A sum over a version: its snapshot, its script, and the sum of the version before it.
///
/// Only tokens count. White space, comments and line ends don't, so that a formatter or a license header changes no
/// sum; documentation comments and the lines of a script that begin with `-- igata:` do.
public struct VersionSum: Hashable, Sendable {
  /// 64 hexadecimal digits.
  public let text: String

  public init?(text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
      return nil
    }
    self.text = text
  }

  /// - Parameters:
  ///   - previous: The sum of the version before for the same dialect; `nil` for the first version.
  ///   - snapshot: The tokens of the version's schema.
  ///   - script: The tokens of the version's script.
  public init(after previous: VersionSum?, snapshot: SnapshotTokens, script: ScriptTokens) {
    var hash = SHA256()
    hash.append(Array((previous?.text ?? "").utf8) + [0])
    hash.append(snapshot.bytes)
    hash.append([0])
    script.append(to: &hash)
    text = SHA256.text(of: hash.digest())
  }
}

/// The tokens of a version's schema that count in its sums, which are the same for all dialects.
public struct SnapshotTokens: Sendable {
  /// Each token, with a space after it.
  let bytes: [UInt8]

  /// - Parameter schema: The bytes of the version's schema.
  public init(_ schema: [UInt8]) {
    // Each token has a byte at least. What isn't written to is never touched.
    bytes = [UInt8](unsafeUninitializedCapacity: 2 * schema.count) { buffer, count in
      var end = 0
      for token in lex(schema) {
        switch token.kind {
        case .byteOrderMark, .whitespace, .newline, .lineComment, .blockComment, .end: continue
        case .documentation:
          for index in token.start..<token.end where schema[index] != UInt8(ascii: "\r") {
            buffer[end] = schema[index]
            end += 1
          }
        default:
          for index in token.start..<token.end {
            buffer[end] = schema[index]
            end += 1
          }
        }
        buffer[end] = UInt8(ascii: " ")
        end += 1
      }
      count = end
    }
  }
}

/// The tokens of a version's script, by which it is summed and read.
public struct ScriptTokens: Sendable {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  /// - Parameter script: The bytes of the script.
  public init(_ script: [UInt8]) {
    bytes = withPlainLineEnds(script)
    ranges = sqlTokens(bytes)
  }

  /// Appends each token, with a space after it.
  fileprivate func append(to hash: inout SHA256) {
    var part: [UInt8] = []
    let room = 4096
    part.reserveCapacity(2 * room)
    for range in ranges {
      for index in range { part.append(bytes[index]) }
      part.append(UInt8(ascii: " "))
      guard part.count >= room else { continue }
      hash.append(part)
      part.removeAll(keepingCapacity: true)
    }
    hash.append(part)
  }
}

/// A text whose lines all end with a carriage return and a line feed, without the former, and without a byte order
/// mark: the lines of a text or of a function's body, in quotes, end like all others.
private func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
  let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  guard text.firstIndex(of: carriageReturn) != nil else { return text }
  func isLineEnd(_ index: Int) -> Bool { index > 0 && text[index - 1] == carriageReturn }
  guard text.indices.allSatisfy({ text[$0] != lineFeed || isLineEnd($0) }) else { return text }
  return text.indices.filter { index in
    let next = index + 1
    return text[index] != carriageReturn || next == text.count || text[next] != lineFeed
  }.map { text[$0] }
}

/// The tokens of a script, without white space and without comments other than those for a runner.
func sqlTokens(_ bytes: [UInt8]) -> [Range<Int>] {
  var tokens: [Range<Int>] = []
  tokens.reserveCapacity(bytes.count / 6)
  var index = 0
  var nestsComments = true
  lazy var lastTags = lastDollarTags(bytes)
  func isWord(_ byte: UInt8) -> Bool { isNameByte(byte) || byte == UInt8(ascii: "$") }
  func end(after start: Int, while holds: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, holds(bytes[end]) { end += 1 }
    return end
  }
  while index < bytes.count {
    let start = index
    let byte = bytes[start]
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch byte {
    case UInt8(ascii: " "), 9...13:
      index += 1
      continue
    case UInt8(ascii: "-") where next == byte:
      index = end(after: start) { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      guard bytes[start..<index].starts(with: "-- igata:".utf8) else { continue }
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      index = endOfComment(bytes, from: start, &nestsComments)
      continue
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      let hasEscapes = byte == UInt8(ascii: "'") && isAfterE(tokens.last, bytes, start)
      index = endOfQuotes(bytes, from: start, hasEscapes: hasEscapes)
    case UInt8(ascii: "$"):
      index = endOfDollarQuotes(bytes, from: start, &lastTags) ?? end(after: start, while: isWord)
    case _ where isWord(byte): index = end(after: start + 1, while: isWord)
    default: index += 1
    }
    tokens.append(start..<index)
  }
  return tokens
}

/// Whether a byte can be one of a name without quotes.
private func isNameByte(_ byte: UInt8) -> Bool {
  byte >= 0x80 || byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte)
    || (97...122).contains(byte)
}

/// The end of a block comment. They nest, as in PostgreSQL, until one would have no end then: in SQLite they don't.
private func endOfComment(_ bytes: [UInt8], from start: Int, _ nests: inout Bool) -> Int {
  var (index, depth) = (start, 0)
  var firstEnd: Int?
  while index < bytes.count {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
      (index, depth) = (index + 2, depth + 1)
    } else if bytes[index] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
      (index, depth) = (index + 2, depth - 1)
      firstEnd = firstEnd ?? index
      if depth == 0 || !nests { return index }
    } else {
      index += 1
    }
  }
  nests = false
  return firstEnd ?? bytes.count
}

/// Where each text between two dollar signs, with them, begins for the last time.
private func lastDollarTags(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
  var tags: [ArraySlice<UInt8>: Int] = [:]
  var start: Int?
  for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
    if let start { tags[bytes[start...index]] = start }
    start = index
  }
  return tags
}

/// The end of a text between two tags such as `$$` or `$body$`, as in PostgreSQL; `nil` if there is none.
private func endOfDollarQuotes(
  _ bytes: [UInt8], from start: Int, _ lastTags: inout [ArraySlice<UInt8>: Int]
) -> Int? {
  let dollar = UInt8(ascii: "$")
  guard let tagEnd = bytes[(start + 1)...].firstIndex(of: dollar) else { return nil }
  let tag = bytes[start...tagEnd]
  // A search in vain would go through the whole script for each tag.
  guard tag.dropFirst().dropLast().allSatisfy(isNameByte), let last = lastTags[tag], last > tagEnd else { return nil }
  return bytes[(tagEnd + 1)...].firstRange(of: tag)?.upperBound
}

/// The end of a text or a name in quotes, in which the quote is doubled.
private func endOfQuotes(_ bytes: [UInt8], from start: Int, hasEscapes: Bool) -> Int {
  let quote = bytes[start]
  var index = start + 1
  while index < bytes.count {
    guard bytes[index] == quote else {
      index += hasEscapes && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      continue
    }
    guard index + 1 < bytes.count, bytes[index + 1] == quote else { return index + 1 }
    index += 2
  }
  return bytes.count
}

/// Whether a text is `E'…'` of PostgreSQL, in which a backslash can be in front of a quote.
private func isAfterE(_ word: Range<Int>?, _ bytes: [UInt8], _ start: Int) -> Bool {
  guard let word, word.upperBound == start, word.count == 1 else { return false }
  return bytes[word.lowerBound] | 0x20 == UInt8(ascii: "e")
}
