public import IgataDiagnostics

/// What is known about the name or the word at a location.
public struct Hover: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case code(String, language: String)
    /// Text in Markdown.
    case text(String)
    /// The name of a page of `igata explain`.
    case page(String)
  }

  /// The range of the word.
  public var range: SourceRange
  public var parts: [Part]
}

extension Snapshot {
  /// What is known about the name or the word at a location; `nil` if there is nothing.
  public func hover(at location: TextLocation) -> Hover? { nil }
}
