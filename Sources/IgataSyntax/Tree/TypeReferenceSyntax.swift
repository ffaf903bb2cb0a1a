public import IgataDiagnostics

/// A reference to a type: `Account`, `Decimal(12, 2)`, `Fixed(scale: 10)`, `[Tag]`, `String?`.
///
/// Types that the language forbids (`[[Int]]`, `T??`, `[M]?`) are parsed too, so that the resolver can report why.
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
