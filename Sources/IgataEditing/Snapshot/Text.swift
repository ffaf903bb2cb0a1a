import IgataDiagnostics
import IgataSyntax

extension Snapshot {
  /// The text of a range; empty if there is no such range.
  func text(of range: SourceRange) -> String {
    guard files.indices.contains(range.file) else { return "" }
    return trees[range.file].source.text(range.start, range.end)
  }

  /// The tree of the file of a location; `nil` if there is no such file.
  func tree(of file: Int) -> SyntaxTree? { trees.indices.contains(file) ? trees[file] : nil }
}

extension SourceFile {
  /// The text between two offsets, which are clamped to the file.
  func text(_ start: Int, _ end: Int) -> String {
    let start = max(0, min(start, bytes.count))
    return String(decoding: bytes[start..<max(start, min(end, bytes.count))], as: UTF8.self)
  }

  /// The offset at which the line of an offset starts.
  func lineStart(of offset: Int) -> Int {
    var start = max(0, min(offset, bytes.count))
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  /// The offset of the line feed that ends the line of an offset, or the length of the file.
  func lineEnd(of offset: Int) -> Int {
    let start = max(0, min(offset, bytes.count))
    return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }
}

extension SyntaxTree {
  func text(of token: Token) -> String { source.text(token.start, token.end) }

  /// The index of the first token that ends after an offset; that of the last token if there is none.
  func tokenIndex(after offset: Int) -> Int { min(tokens.partitionIndex { $0.end > offset }, max(0, tokens.count - 1)) }
}

extension SyntaxTree {
  /// A range with the letters and hyphens around it, of which the ids of rules consist.
  func ruleRange(around range: SourceRange) -> SourceRange {
    let bytes = source.bytes
    var range = range
    func isPart(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || (0x61...0x7A).contains(byte) }
    while range.start > 0, isPart(bytes[range.start - 1]) { range.start -= 1 }
    while range.end < bytes.count, isPart(bytes[range.end]) { range.end += 1 }
    return range
  }
}

extension Token.Kind {
  /// Whether it is white space.
  var isSpace: Bool { self == .whitespace || self == .newline || self == .byteOrderMark }

  var isComment: Bool { self == .lineComment || self == .blockComment || self == .documentation }

  var isName: Bool { self == .identifier || self == .quotedIdentifier }
}

extension SourceRange {
  func contains(_ offset: Int) -> Bool { start <= offset && offset <= end }

  /// Whether the ranges have a byte in common, or touch.
  func touches(_ other: SourceRange) -> Bool { file == other.file && start <= other.end && other.start <= end }

  func contains(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.end <= end }
}
