/// A tag in the source of a template.
struct Tag {
  enum Kind {
    case variable, rawVariable, section, inverted, close, comment, delimiters, partial, parent, block

    /// Whether a closing tag must follow.
    var opens: Bool {
      switch self {
      case .section, .inverted, .parent, .block: true
      case .variable, .rawVariable, .close, .comment, .delimiters, .partial: false
      }
    }

    /// The name of the kind in messages.
    var noun: String {
      switch self {
      case .variable, .rawVariable: "variable"
      case .section: "section"
      case .inverted: "inverted section"
      case .close: "closing tag"
      case .comment: "comment"
      case .delimiters: "delimiter tag"
      case .partial: "partial"
      case .parent: "parent"
      case .block: "block"
      }
    }
  }

  let kind: Kind
  /// The offset of the opening delimiter.
  let start: Int
  /// The offset after the closing delimiter.
  let end: Int
  /// The range of the name, without the sigil, the star and the surrounding white space.
  let name: Range<Int>
  /// Whether the name is read from the data, which a star requests.
  let isDynamic: Bool
  /// The start of the tag's line, if only white space precedes the tag on it.
  let lineStart: Int?
  /// The start of the next line, if only white space follows the tag on its line.
  let nextLine: Int?

  /// The start of the tag's line and of the next one, if the tag is alone on its line.
  var standaloneLine: (start: Int, next: Int)? {
    guard let lineStart, let nextLine else { return nil }
    return (lineStart, nextLine)
  }
}
