import IgataTemplateLanguage

/// Writes a call or a declaration, and breaks it into lines as a person would where it does not fit on one.
struct SwiftLayout {
  /// What stands around the elements.
  enum Brackets {
    case round, square
  }

  static let width = 120

  private let indent: Int
  private let brackets: Brackets
  /// Where the line begins, its parenthesis opens, and each element begins.
  private let start: Int
  private let opening: Int
  private var elements: [Int] = []
  /// Whether each element stands on a line of its own: as soon as the line is seen to be too long.
  private var isBroken = false
  /// How many elements have begun.
  private(set) var count = 0

  /// Begins with `modifier head(`, or `head[`.
  init(
    _ modifier: String = "", _ head: StaticString, _ brackets: Brackets = .round, indent: Int,
    into text: inout TextBuffer
  ) {
    self.indent = indent
    self.brackets = brackets
    start = text.count
    text.append(Self.spaces(indent))
    text.append(modifier)
    text.append(literal: head)
    text.append(literal: brackets == .round ? "(" : "[")
    opening = text.count
    elements.reserveCapacity(12)
  }

  /// Begins an element.
  mutating func next(_ text: inout TextBuffer) {
    if !isBroken, isTooLong(text) { breakLine(&text) }
    if isBroken {
      beginLine(isFirst: count == 0, &text)
    } else {
      if count > 0 { text.append(literal: ", ") }
      elements.append(text.count)
    }
    count += 1
  }

  private func beginLine(isFirst: Bool, _ text: inout TextBuffer) {
    if !isFirst { text.append(literal: ",") }
    text.append(literal: "\n")
    text.append(Self.spaces(indent + 2))
  }

  /// Ends with `)tail`, or `]tail`.
  mutating func end(_ tail: StaticString, _ text: inout TextBuffer) {
    if !isBroken {
      let end = text.count
      writeEnd(tail, &text)
      guard isTooLong(text) else { return }
      _ = text.cut(to: end)
      breakLine(&text)
    }
    text.append(literal: "\n")
    text.append(Self.spaces(indent))
    writeEnd(tail, &text)
  }

  private func writeEnd(_ tail: StaticString, _ text: inout TextBuffer) {
    text.append(literal: brackets == .round ? ")" : "]")
    text.append(literal: tail)
  }

  private func isTooLong(_ text: borrowing TextBuffer) -> Bool {
    text.count - start > Self.width && text.characters(from: start) > Self.width
  }

  /// Puts each element that is there on a line of its own.
  private mutating func breakLine(_ text: inout TextBuffer) {
    isBroken = true
    let end = text.count - opening
    text.cut(to: opening).withUnsafeBufferPointer { line in
      for index in elements.indices {
        beginLine(isFirst: index == 0, &text)
        let next = index + 1 < elements.count ? elements[index + 1] - opening - 2 : end
        text.append(UnsafeBufferPointer(rebasing: line[elements[index] - opening..<next]))
      }
    }
  }

  private static func spaces(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 2: "  "
    case 4: "    "
    case 6: "      "
    case 8: "        "
    default: String(repeating: " ", count: count)
    }
  }
}

// MARK: Of texts

extension SwiftLayout {
  /// `head(a, b)tail`, or with `[a, b]`, on one line where it fits, else each element on a line of its own.
  static func list(
    _ head: String, _ elements: [String], _ tail: StaticString, _ brackets: Brackets = .round, indent: Int
  ) -> String {
    var text = TextBuffer()
    var layout = SwiftLayout(head, "", brackets, indent: indent, into: &text)
    for element in elements {
      layout.next(&text)
      text.append(element)
    }
    layout.end(tail, &text)
    return text.text
  }
}
