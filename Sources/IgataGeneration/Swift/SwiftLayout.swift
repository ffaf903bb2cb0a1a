/// Lays out a call or a declaration: on one line if it fits, otherwise with each element on a line of its own.
enum SwiftLayout {
  /// The brackets around the elements.
  enum Brackets {
    case round, square
  }

  static let width = 120

  /// `head(a, b)tail`, or `head[a, b]tail`.
  static func list(
    _ head: String, _ elements: [String], _ tail: String = "", _ brackets: Brackets = .round, indent: Int
  ) -> String {
    let (opening, closing) = brackets == .round ? ("(", ")") : ("[", "]")
    let margin = spaces(indent)
    let line = margin + head + opening + elements.joined(separator: ", ") + closing + tail
    if isShort(line) { return line }
    let inner = "\n" + margin + "  "
    return margin + head + opening + inner + elements.joined(separator: "," + inner) + "\n" + margin + closing + tail
  }

  private static func isShort(_ line: String) -> Bool {
    // Only text that isn't ASCII has to be split into characters.
    line.utf8.count <= width || !line.utf8.allSatisfy { $0 < 0x80 } && line.count <= width
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
