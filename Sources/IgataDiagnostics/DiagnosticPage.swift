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
  /// What makes ``fix`` of the example.
  public let change: Fix

  /// The same code without the diagnostic.
  public var fix: String {
    switch change {
    case .whole(let code): code
    case .replacing(let old, let new): example.replacing(old, with: new)
    }
  }

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

extension DiagnosticPage {
  /// What is written instead of an example: the whole code as a literal, or what is different in it.
  public enum Fix: Sendable, ExpressibleByStringLiteral {
    case whole(String)
    /// The first text, which is in the example once, is replaced by the second one.
    case replacing(String, with: String)

    public init(stringLiteral code: String) { self = .whole(code) }
  }
}
