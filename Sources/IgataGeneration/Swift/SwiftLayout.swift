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
    text.append("(")
    opening = text.count
    elements.reserveCapacity(12)
  }

  /// Begins an element.
  mutating func next(_ text: inout TextBuffer) {
    if !elements.isEmpty { text.append(", ") }
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
    text.append(")")
    text.append(tail)
    if text.count - start <= Self.width || text.characters(from: start) <= Self.width { return }
    let line = text.cut(to: opening)
    let pieces = elements.indices.map { index in
      let next = index + 1 < elements.count ? elements[index + 1] - 2 : end
      return line[elements[index] - opening..<next - opening]
    }
    switch breaks {
    case .each: breakEach(pieces, tail, &text)
    case .filled: breakFilled(pieces, tail, &text)
    }
  }

  private func breakEach(_ pieces: [ArraySlice<UInt8>], _ tail: String, _ text: inout TextBuffer) {
    for (index, piece) in pieces.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      text.append(Self.spaces(indent + 2))
      text.append(piece)
    }
    text.append("\n")
    text.append(Self.spaces(indent))
    text.append(")")
    text.append(tail)
  }

  private func breakFilled(_ pieces: [ArraySlice<UInt8>], _ tail: String, _ text: inout TextBuffer) {
    var line = 0
    for (index, piece) in pieces.enumerated() {
      let comma = index == pieces.count - 1 ? "" : ","
      var count = 0
      if index > 0 {
        let end = text.count
        text.append(" ")
        text.append(piece)
        text.append(comma)
        count = text.characters(from: line)
        if count <= Self.width { continue }
        _ = text.cut(to: end)
      }
      text.append("\n")
      line = text.count
      text.append(Self.spaces(indent + 2))
      text.append(piece)
      text.append(comma)
    }
    let end = text.count
    text.append(")")
    text.append(tail)
    guard pieces.isEmpty || text.characters(from: line) > Self.width else { return }
    _ = text.cut(to: end)
    text.append("\n")
    text.append(Self.spaces(indent))
    text.append(")")
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
