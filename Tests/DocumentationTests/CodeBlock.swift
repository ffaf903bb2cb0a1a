import Foundation

/// One fenced block of code of the documentation.
struct CodeBlock: Sendable, CustomStringConvertible {
  /// The file that holds it, relative to the root of the package.
  let file: String
  /// The line of its first line of code, counted from 1.
  let line: Int
  /// What follows the opening fence: `swift`, `sh`, `igata`, …
  let language: String
  let code: String

  var description: String { "\(file):\(line)" }
}

extension CodeBlock {
  /// The blocks of one Markdown text.
  static func blocks(ofMarkdown text: String, file: String) -> [CodeBlock] {
    blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }, file: file)
  }

  /// The blocks of the documentation comments of one Swift file.
  static func blocks(ofSwift text: String, file: String) -> [CodeBlock] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let code = line.drop { $0 == " " }
      return code.hasPrefix("///") ? (index + 1, code.dropFirst(code.hasPrefix("/// ") ? 4 : 3)) : nil
    }
    return blocks(of: lines, file: file)
  }

  private static func blocks(of lines: [(number: Int, text: Substring)], file: String) -> [CodeBlock] {
    var found: [CodeBlock] = []
    var open: (fence: Substring, language: String, first: Int, code: [Substring])?
    for (number, text) in lines {
      let isFence = text.hasPrefix("```")
      switch (open, isFence) {
      case (nil, true):
        open = (text.prefix { $0 == "`" }, text.drop { $0 == "`" }.trimmingCharacters(in: .whitespaces), number + 1, [])
      case (let block?, true) where text == block.fence:
        found.append(
          CodeBlock(
            file: file, line: block.first, language: block.language, code: block.code.joined(separator: "\n")))
        open = nil
      case (.some, _): open?.code.append(text)
      case (nil, false): break
      }
    }
    return found
  }
}

extension CodeBlock {
  /// Every block that a reader of the product meets: in the README files, the pages and the documentation comments. Those
  /// of the tutorial continue each other, and Tests/Builds/tutorial runs them.
  static let all: [CodeBlock] = {
    let files = (try? Repository.files(below: ["README.md", "Sources", "Examples", "Templates"])) ?? []
    return files.filter { !$0.hasSuffix("/Tutorial.md") }.flatMap { file in
      let text = (try? Repository.text(of: file)) ?? ""
      return file.hasSuffix(".md")
        ? blocks(ofMarkdown: text, file: file) : file.hasSuffix(".swift") ? blocks(ofSwift: text, file: file) : []
    }
  }()

  static func of(_ language: String) -> [CodeBlock] { all.filter { $0.language == language } }
}
