import IgataTemplateLanguage

/// Writes a call or a declaration, and breaks it into lines as a person would where it does not fit on one.
struct SwiftLayout {
  /// Where a line that is too long is broken.
  enum Breaks {
    /// Behind each element.
    case each
    /// Behind as many arguments as fit.
    case filled
  }

  static let width = 120

  private let indent: Int
  private let breaks: Breaks
  /// Where the line begins, its parenthesis opens, and each element begins.
  private let start: Int
  private let opening: Int
  private var elements: [Int] = []

  /// Begins with `head(`.
  init(_ head: String, indent: Int, breaks: Breaks, into text: inout TextBuffer) {
    self.indent = indent
    self.breaks = breaks
    start = text.count
    text.append(Self.spaces(indent))
    text.append(head)
    text.append(literal: "(")
    opening = text.count
    elements.reserveCapacity(12)
  }

  /// Begins an element.
  mutating func next(_ text: inout TextBuffer) {
    if !elements.isEmpty { text.append(literal: ", ") }
    elements.append(text.count)
  }

  /// Takes back an element that has been begun and not written.
  mutating func drop(_ text: inout TextBuffer) {
    guard let last = elements.popLast() else { return }
    _ = text.cut(to: elements.isEmpty ? last : last - 2)
  }

  /// Ends with `)tail`.
  func end(_ tail: String, _ text: inout TextBuffer) {
    let end = text.count
    text.append(literal: ")")
    text.append(tail)
    if text.count - start <= Self.width || text.characters(from: start) <= Self.width { return }
    text.cut(to: opening).withUnsafeBufferPointer { line in
      switch breaks {
      case .each: breakEach(line, end - opening, tail, &text)
      case .filled: breakFilled(line, end - opening, tail, &text)
      }
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
    text.append(literal: ")")
    text.append(tail)
  }

  private func breakFilled(
    _ line: UnsafeBufferPointer<UInt8>, _ end: Int, _ tail: String, _ text: inout TextBuffer
  ) {
    var start = 0
    for index in elements.indices {
      let piece = element(index, of: line, end)
      let comma = index == elements.count - 1 ? "" : ","
      if index > 0 {
        let before = text.count
        text.append(literal: " ")
        text.append(piece)
        text.append(comma)
        if text.characters(from: start) <= Self.width { continue }
        _ = text.cut(to: before)
      }
      text.append(literal: "\n")
      start = text.count
      text.append(Self.spaces(indent + 2))
      text.append(piece)
      text.append(comma)
    }
    let before = text.count
    text.append(literal: ")")
    text.append(tail)
    guard elements.isEmpty || text.characters(from: start) > Self.width else { return }
    _ = text.cut(to: before)
    text.append(literal: "\n")
    text.append(Self.spaces(indent))
    text.append(literal: ")")
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
  /// `head(a, b)tail` on one line where it fits, else each element on a line of its own.
  static func list(_ head: String, _ elements: [String], _ tail: String, indent: Int) -> String {
    text(head, elements, tail, indent: indent, breaks: .each)
  }

  /// `head(a, b)tail` on one line where it fits, else with the arguments on the lines that follow, as many on each as
  /// fit.
  static func call(_ head: String, _ arguments: [String], _ tail: String, indent: Int) -> String {
    text(head, arguments, tail, indent: indent, breaks: .filled)
  }

  private static func text(
    _ head: String, _ elements: [String], _ tail: String, indent: Int, breaks: Breaks
  ) -> String {
    var text = TextBuffer()
    var layout = SwiftLayout(head, indent: indent, breaks: breaks, into: &text)
    for element in elements {
      layout.next(&text)
      text.append(element)
    }
    layout.end(tail, &text)
    return text.text
  }
}
