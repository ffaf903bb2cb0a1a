/// One tag of a template, as it stands in the source.
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

    /// What a message calls it.
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
  /// The offset behind the closing delimiter.
  let end: Int
  /// The name without sigil, star and white space around it.
  let name: Range<Int>
  /// Whether a star says that the data holds the name.
  let isDynamic: Bool
  /// Where the tag's line begins, if only white space stands before the tag on it.
  let lineStart: Int?
  /// Where the next line begins, if only white space follows the tag on its line.
  let nextLine: Int?

  /// The parts of the tag's line when the tag is alone on it.
  var standaloneLine: (start: Int, next: Int)? {
    guard let lineStart, let nextLine else { return nil }
    return (lineStart, nextLine)
  }
}
