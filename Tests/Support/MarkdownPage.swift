/// A Markdown text, such as the page of an error, whose blocks of code are tested.
public struct MarkdownPage {
  private let lines: [Substring]

  public init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The first paragraph, on one line.
  public var introduction: String { lines.prefix { !$0.isEmpty }.joined(separator: " ") }

  /// The blocks of code below a heading, each with the language after its fence.
  public func blocks(under heading: String) -> [(language: String, text: String)] {
    var blocks: [(language: String, text: String)] = []
    var isBelow = false
    var isOpen = false
    for line in lines {
      if isOpen {
        if line == "```" { isOpen = false } else { blocks[blocks.count - 1].text += line + "\n" }
      } else if line.hasPrefix("## ") {
        isBelow = line.dropFirst(3) == heading
      } else if isBelow, line.hasPrefix("```") {
        blocks.append((String(line.dropFirst(3)), ""))
        isOpen = true
      }
    }
    return blocks
  }

  /// The schemas below a heading.
  public func schemas(under heading: String) -> [String] {
    blocks(under: heading).filter { $0.language == "igata" }.map(\.text)
  }
}
