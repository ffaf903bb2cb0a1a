/// Breaks long calls and declarations into lines as a person would.
enum SwiftLayout {
  static let width = 120

  /// `head(a, b)tail` on one line where it fits, else each element on a line of its own.
  static func list(_ head: String, _ elements: [String], _ tail: String, indent: Int) -> String {
    let bytes = indent + head.utf8.count + tail.utf8.count + 2 + elements.reduce(0) { $0 + $1.utf8.count + 2 }
    if fits(bytes, head, elements, tail, indent: indent) {
      return line(head, elements, tail, indent: indent, bytes: bytes)
    }
    let inner = spaces(indent + 2)
    var text = ""
    text.reserveCapacity(bytes + (elements.count + 2) * (indent + 4))
    text += spaces(indent)
    text += head
    text += "("
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += inner
      text += element
    }
    text += "\n"
    text += spaces(indent)
    text += ")"
    text += tail
    return text
  }

  /// `head(a, b)tail` on one line where it fits, else with the arguments on the lines that follow, as many on each as
  /// fit.
  static func call(_ head: String, _ arguments: [String], _ tail: String, indent: Int) -> String {
    let bytes = indent + head.utf8.count + tail.utf8.count + 2 + arguments.reduce(0) { $0 + $1.utf8.count + 2 }
    if fits(bytes, head, arguments, tail, indent: indent) {
      return line(head, arguments, tail, indent: indent, bytes: bytes)
    }
    let inner = spaces(indent + 2)
    var text = ""
    text.reserveCapacity(bytes + 4 * (indent + 4))
    text += spaces(indent)
    text += head
    text += "("
    var column = 0
    for (index, argument) in arguments.enumerated() {
      let comma = index == arguments.count - 1 ? "" : ","
      let count = characters(argument) + comma.utf8.count
      if index > 0, column + 1 + count <= width {
        text += " "
        column += 1 + count
      } else {
        text += "\n"
        text += inner
        column = indent + 2 + count
      }
      text += argument
      text += comma
    }
    if arguments.isEmpty || column + 1 + characters(tail) > width {
      text += "\n"
      text += spaces(indent)
    }
    text += ")"
    text += tail
    return text
  }

  private static func line(
    _ head: String, _ elements: [String], _ tail: String, indent: Int, bytes: Int
  ) -> String {
    var text = ""
    text.reserveCapacity(bytes)
    text += spaces(indent)
    text += head
    text += "("
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      text += element
    }
    text += ")"
    text += tail
    return text
  }

  /// Whether all stands on one line. `bytes`, with a comma too many, is never less than the width, and as good as the
  /// width for almost every line: only the others are measured.
  private static func fits(
    _ bytes: Int, _ head: String, _ elements: [String], _ tail: String, indent: Int
  ) -> Bool {
    if bytes - (elements.isEmpty ? 0 : 2) <= width { return true }
    let commas = max(elements.count - 1, 0) * 2
    var characters = indent + characters(head) + characters(tail) + 2 + commas
    for element in elements {
      characters += self.characters(element)
      if characters > width { return false }
    }
    return characters <= width
  }

  /// How many characters a person sees: what is ASCII need not be cut into them.
  private static func characters(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
