public import IgataDiagnostics

/// A type where it is used: `Account`, `Decimal(12, 2)`, `Fixed(scale: 10)`, `[Tag]`, `String?`.
///
/// What the language forbids (`[[Int]]`, `T??`, `[M]?`) parses all the same, so that the resolver can say why.
public indirect enum TypeReferenceSyntax: Sendable {
  case named(NameSyntax, arguments: [ArgumentSyntax]?, range: SourceRange)
  case list(TypeReferenceSyntax, range: SourceRange)
  case optional(TypeReferenceSyntax, range: SourceRange)

  public var range: SourceRange {
    switch self {
    case .named(_, _, let range), .list(_, let range), .optional(_, let range): range
    }
  }
}
