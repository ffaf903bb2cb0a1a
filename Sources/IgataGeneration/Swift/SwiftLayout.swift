/// Breaks long calls and declarations into lines as a person would.
enum SwiftLayout {
  static let width = 120

  /// `head(a, b)tail` on one line where it fits, else each element on a line of its own.
  static func list(_ head: String, _ elements: [String], _ tail: String, indent: Int) -> String {
    let line = spaces(indent) + head + "(" + elements.joined(separator: ", ") + ")" + tail
    if line.count <= width { return line }
    let inner = spaces(indent + 2)
    return spaces(indent) + head + "(\n" + elements.map { inner + $0 }.joined(separator: ",\n") + "\n"
      + spaces(indent) + ")" + tail
  }

  /// `head(a, b)tail` on one line where it fits, else with the arguments on the lines that follow, as many on each as
  /// fit.
  static func call(_ head: String, _ arguments: [String], _ tail: String, indent: Int) -> String {
    let line = spaces(indent) + head + "(" + arguments.joined(separator: ", ") + ")" + tail
    if line.count <= width { return line }
    var lines: [String] = []
    var current = spaces(indent + 2)
    for (index, argument) in arguments.enumerated() {
      let piece = argument + (index == arguments.count - 1 ? "" : ",")
      let isFirst = current.count == indent + 2
      if !isFirst, current.count + 1 + piece.count > width {
        lines.append(current)
        current = spaces(indent + 2) + piece
      } else {
        current += (isFirst ? "" : " ") + piece
      }
    }
    let closesOnLine = current.count + 1 + tail.count <= width
    lines.append(closesOnLine ? current + ")" + tail : current)
    if !closesOnLine { lines.append(spaces(indent) + ")" + tail) }
    return spaces(indent) + head + "(\n" + lines.joined(separator: "\n")
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
