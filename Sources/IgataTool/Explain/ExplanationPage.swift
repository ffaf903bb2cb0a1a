/// The explanation of a kind of diagnostic: the documentation comment of its declaration.
struct ExplanationPage: Hashable, Sendable {
  let id: String
  /// The page in Markdown.
  let text: String

  /// The first sentence, on one line.
  var summary: String {
    let paragraph = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
      .joined(separator: " ")
    var end = paragraph.startIndex
    while let stop = paragraph[end...].firstIndex(of: ".") {
      end = paragraph.index(after: stop)
      if end == paragraph.endIndex || paragraph[end] == " " { return String(paragraph[..<end]) }
    }
    return paragraph
  }
}

/// Every page, sorted by ID.
enum ExplanationPages {}
