public import IgataDiagnostics

/// A proposal for the word at a location.
public struct Completion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case keyword, scalar, model, structure, enumeration, newtype, enumCase, field, attribute, function, value, rule
    case snippet
  }

  /// The word as it is shown and compared with what is typed.
  public var label: String
  public var kind: Kind
  /// One phrase: a type, or what the word does.
  public var detail: String?
  /// The range of the word under the cursor, which the text replaces. Empty if there is none.
  public var range: SourceRange
  /// The text without placeholders.
  public var text: String
  /// The text in the snippet syntax of the language server protocol, or `nil` if it has no placeholders.
  public var snippet: String?
  /// The lines of documentation in the schema, joined by line feeds.
  public var documentation: String?
  /// The name of a page of `igata explain`.
  public var page: String?
  public var isDeprecated: Bool
  /// Proposals with a smaller rank are shown first; those with the same rank in alphabetical order.
  public var rank: Int

  init(
    _ label: String, _ kind: Kind, at range: SourceRange, detail: String? = nil, text: String? = nil,
    snippet: String? = nil, documentation: String? = nil, page: String? = nil, isDeprecated: Bool = false,
    rank: Int = 0
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.range = range
    self.text = text ?? label
    self.snippet = snippet
    self.documentation = documentation
    self.page = page
    self.isDeprecated = isDeprecated
    self.rank = rank
  }
}
