import IgataDiagnostics
import IgataSyntax

/// A comment that begins with `igata:` and a word. Only `// igata:allow` has an effect.
struct Directive {
  /// The name as it is written: `igata:allow`.
  let name: String
  let nameRange: SourceRange
  /// The range of the slashes, or of the slash and the stars, that begin the comment.
  let opening: SourceRange
  let kind: Token.Kind
  /// The edits that make it a comment with an effect; empty if it is one, or if the line goes on after it.
  let edits: [Diagnostic.Fix.Edit]
  /// The words after the name, with their ranges.
  private let rest: [(text: String, range: SourceRange)]

  /// Finds out whether a comment begins with `igata:`, in any case.
  ///
  /// - Returns: `nil` if it doesn't, and for documentation that begins with `igata:` as a word of its own.
  init?(_ tree: SyntaxTree, _ token: Token) {
    let bytes = tree.source.bytes
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let mark = UInt8(ascii: token.kind == .blockComment ? "*" : "/")
    let opened = bytes[(token.start + 1)..<token.end].firstIndex { $0 != mark } ?? token.end
    guard let start = bytes[opened..<token.end].firstIndex(where: { !isBlank($0) }), bytes[start] | 0x20 == 0x69 else {
      return nil
    }
    var end = bytes[start..<token.end].firstIndex(of: 0x0A) ?? token.end
    if end == token.end, token.kind == .blockComment, bytes[start..<end].suffix(2).elementsEqual("*/".utf8) { end -= 2 }
    var words = bytes[start..<end].split(whereSeparator: isBlank).map { slice in
      let range = SourceRange(file: tree.file, start: slice.startIndex, end: slice.endIndex)
      return (text: String(decoding: slice, as: UTF8.self), range: range)
    }
    guard var first = words.first, first.text.lowercased().hasPrefix(Self.prefix) else { return nil }
    words.removeFirst()
    if first.text.utf8.count == Self.prefix.utf8.count {
      guard token.kind == .lineComment else { return nil }
      if let word = words.first {
        words.removeFirst()
        first = (first.text + word.text, first.range.union(word.range))
      }
    }
    (name, nameRange) = first
    rest = words
    opening = SourceRange(file: tree.file, start: token.start, end: opened)
    kind = token.kind
    edits = Self.edits(of: opening, closing: (words.last?.range ?? first.range).end..<token.end, token, bytes)
  }

  private static func edits(
    of opening: SourceRange, closing: Range<Int>, _ token: Token, _ bytes: [UInt8]
  ) -> [Diagnostic.Fix.Edit] {
    let slashes = Diagnostic.Fix.Edit(opening, "//")
    guard token.kind == .blockComment else { return opening.end - opening.start == 2 ? [] : [slashes] }
    let next = bytes[token.end...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } ?? 0x0A
    guard next == 0x0A, !bytes[closing].contains(0x0A) else { return [] }
    return [slashes, .init(SourceRange(file: opening.file, start: closing.lowerBound, end: closing.upperBound), "")]
  }

  private static let prefix = "igata:"
  static let allow = "igata:allow"

  var isAllow: Bool { name == Self.allow }

  /// Whether the comment begins with two slashes.
  var isInLineComment: Bool { kind == .lineComment && opening.end - opening.start == 2 }

  /// The rules are separated by commas. The text after them is the reason.
  func suppressions(scope: SourceRange, comment: SourceRange) -> [Suppression] {
    var rules: [(text: String, range: SourceRange)] = []
    var index = 0
    while index < rest.count {
      let (text, range) = rest[index]
      index += 1
      var start = range.start
      for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        let end = start + part.count
        if !part.isEmpty { rules.append((String(Substring(part)), .init(file: range.file, start: start, end: end))) }
        start = end + 1
      }
      if text.utf8.last != UInt8(ascii: ",") { break }
    }
    let reason = rest[index...].map(\.text).joined(separator: " ")
    return rules.enumerated().map { position, rule in
      Suppression(
        rule: rule.text, ruleRange: rule.range, reason: reason.isEmpty ? nil : reason, scope: scope,
        removal: rules.count == 1 ? .whole(comment) : .part(part(position, of: rules.map(\.range))),
        form: .comment)
    }
  }

  private func part(_ position: Int, of rules: [SourceRange]) -> SourceRange {
    var range = rules[position]
    if position + 1 < rules.count {
      range.end = rules[position + 1].start
    } else if position > 0 {
      range.start = rules[position - 1].end
    }
    return range
  }
}
