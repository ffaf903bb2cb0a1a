/// The explanation of a kind of diagnostic, which `igata explain`, reports, editors and the reference show.
public struct DiagnosticPage: Sendable {
  /// The language of an example.
  public enum Language: String, Sendable {
    case igata, json, mustache
    /// No language of igata's, such as a list of files.
    case text
  }

  /// Markdown without headings. Its first paragraph is one sentence.
  public let text: String
  public let language: Language
  /// Code with this diagnostic and no other.
  public let example: String
  /// The same code without it.
  public let fix: String

  /// The whole page.
  public var markdown: String {
    """
    \(text)

    ## Example

    ```\(language.rawValue)
    \(example)
    ```

    ## Fix

    ```\(language.rawValue)
    \(fix)
    ```

    """
  }

  /// The first sentence, on one line.
  public var summary: String {
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
