import IgataTemplateLanguage

/// Writes a call or a declaration, and breaks it into several lines if it doesn't fit on one.
struct SwiftLayout {
  /// The brackets around the elements.
  enum Brackets {
    case round, square
  }

  static let width = 120

  private let indent: Int
  private let brackets: Brackets
  /// The offsets of the line, of its opening parenthesis, and of each element.
  private let start: Int
  private let opening: Int
  private var elements: [Int] = []
  /// Whether each element is on its own line, which is the case as soon as the line is too long.
  private var isBroken = false
  /// The number of elements that have begun.
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
    text.append(literal: isFirst ? "\n" : ",\n")
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

  /// Moves each existing element to its own line.
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

  static func spaces(_ count: Int) -> String {
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
  /// `head(a, b)tail`, or with `[a, b]`, on one line if it fits, otherwise with each element on its own line.
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
