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

  /// Begins with `head(`, or `head[`.
  init(_ head: String, _ brackets: Brackets = .round, indent: Int, into text: inout TextBuffer) {
    self.indent = indent
    self.brackets = brackets
    start = text.count
    text.append(Self.spaces(indent))
    text.append(head)
    text.append(literal: brackets == .round ? "(" : "[")
    opening = text.count
    elements.reserveCapacity(12)
  }

  /// Begins an element.
  mutating func next(_ text: inout TextBuffer) {
    if !elements.isEmpty { text.append(literal: ", ") }
    elements.append(text.count)
  }

  /// Ends with `)tail`, or `]tail`.
  func end(_ tail: String, _ text: inout TextBuffer) {
    let end = text.count
    text.append(literal: brackets == .round ? ")" : "]")
    text.append(tail)
    if text.count - start <= Self.width || text.characters(from: start) <= Self.width { return }
    text.cut(to: opening).withUnsafeBufferPointer { line in
      breakEach(line, end - opening, tail, &text)
    }
  }

  /// The element at `index` of a line that begins behind the parenthesis and has `end` bytes before the other one.
  private func element(_ index: Int, of line: UnsafeBufferPointer<UInt8>, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    let next = index + 1 < elements.count ? elements[index + 1] - opening - 2 : end
    return UnsafeBufferPointer(rebasing: line[elements[index] - opening..<next])
  }

  private func breakEach(
    _ line: UnsafeBufferPointer<UInt8>, _ end: Int, _ tail: String, _ text: inout TextBuffer
  ) {
    let inner = Self.spaces(indent + 2)
    for index in elements.indices {
      text.append(index == 0 ? "\n" : ",\n")
      text.append(inner)
      text.append(element(index, of: line, end))
    }
    text.append(literal: "\n")
    text.append(Self.spaces(indent))
    text.append(literal: brackets == .round ? ")" : "]")
    text.append(tail)
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
    _ head: String, _ elements: [String], _ tail: String, _ brackets: Brackets = .round, indent: Int
  ) -> String {
    var text = TextBuffer()
    var layout = SwiftLayout(head, brackets, indent: indent, into: &text)
    for element in elements {
      layout.next(&text)
      text.append(element)
    }
    layout.end(tail, &text)
    return text.text
  }
}
