import Foundation
import TestSupport

/// The page of a diagnostic's kind: the documentation comment of the member that declares it.
struct Page {
  var id: String
  var file: String
  var text: [String]

  static let folder = Golden.repository.appendingPathComponent("Sources/IgataSchema/Diagnostics")

  static func all() throws -> [Page] {
    var pages: [Page] = []
    for file in try Golden.files(in: folder, ending: ".swift") {
      var comment: [String] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.trimmingCharacters(in: .whitespaces)
        if words.hasPrefix("///") {
          comment.append(String(words.dropFirst(words.hasPrefix("/// ") ? 4 : 3)))
          continue
        }
        if let match = words.firstMatch(of: /DiagnosticKind\("([a-z-]+)"\)/) {
          pages.append(Page(id: String(match.1), file: file.lastPathComponent, text: comment))
        }
        comment = []
      }
    }
    return pages
  }

  /// The code blocks under a heading.
  func code(under heading: String) -> [String] {
    var blocks: [String] = []
    var current = ""
    var block: String?
    for line in text {
      if line.hasPrefix("## ") { current = String(line.dropFirst(3)) }
      if line == "```igata" {
        block = ""
      } else if line == "```", let ended = block {
        if current == heading { blocks.append(ended) }
        block = nil
      } else if block != nil {
        block? += line + "\n"
      }
    }
    return blocks
  }
}
