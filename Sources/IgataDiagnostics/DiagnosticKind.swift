/// The kind of a diagnostic, identified by a slug such as `unknown-type`, with the page that explains it.
///
/// Each kind is declared as a static member in the file of the check that reports it. `igata explain`, the reports, the
/// editor and the reference show its page.
public struct DiagnosticKind: Sendable, CustomStringConvertible {
  public let id: String
  private let text: String

  /// - Parameter page: Markdown. Its first sentence is a paragraph of its own. An example that has the error and no
  ///   other is under the heading `Example`, and the same without it under `Fix`; both are tested.
  public init(_ id: String, page: String) {
    self.id = id
    text = page
  }

  /// The page in Markdown, which ends with a newline.
  public var page: String { text + "\n" }

  /// The first sentence of the page, on one line.
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

  public var description: String { id }
}

/// Two kinds are equal if their IDs are.
extension DiagnosticKind: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
