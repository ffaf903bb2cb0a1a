import IgataTemplateLanguage

/// Documentation as paragraphs, each of pieces of text and of code.
enum DocsText {
  private static let paragraphShape = Shape("pieces", "isItem")
  private static let pieceShape = Shape("text", "isCode")

  /// The paragraphs of lines of documentation. Empty lines separate paragraphs, and lines that begin with `- ` are
  /// items of a list.
  static func paragraphs(_ lines: [String]) -> TemplateValue {
    var paragraphs: [(text: String, isItem: Bool)] = []
    var isOpen = false
    for line in lines {
      let text = trimmed(line)
      let isItem = text.hasPrefix("- ") || text.hasPrefix("* ")
      if text.isEmpty {
        isOpen = false
      } else if isOpen, !isItem {
        paragraphs[paragraphs.count - 1].text += " " + text
      } else {
        paragraphs.append((isItem ? String(text.dropFirst(2)) : text, isItem))
        isOpen = true
      }
    }
    return .list(paragraphs.map { Record(paragraphShape, [pieces($0.text), .flag($0.isItem)]) })
  }

  /// The first sentence, for a list of names; `nil` if there is none.
  static func summary(_ lines: [String]) -> String? {
    let text = lines.map(trimmed).prefix { !$0.isEmpty }.joined(separator: " ")
    if text.isEmpty { return nil }
    let bytes = text.utf8
    let end = bytes.indices.first { index in
      bytes[index] == UInt8(ascii: ".") && bytes[bytes.index(after: index)...].first == UInt8(ascii: " ")
    }
    return end.map { String(text[...$0]) } ?? text
  }

  /// Text between backticks is code.
  private static func pieces(_ text: String) -> TemplateValue {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // Without a pair, a backtick is part of the text.
    guard parts.count % 2 == 1, parts.count > 1 else {
      return .list([Record(pieceShape, [.text(text), .flag(false)])])
    }
    return .list(
      parts.enumerated().filter { !$0.element.isEmpty }.map {
        Record(pieceShape, [.text(String($0.element)), .flag($0.offset % 2 == 1)])
      })
  }

  private static func trimmed(_ line: String) -> String {
    let start = line.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { String(start[...$0]) } ?? ""
  }
}
