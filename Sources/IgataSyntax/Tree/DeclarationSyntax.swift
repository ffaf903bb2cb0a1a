public import IgataDiagnostics

/// A declaration at the top level of a schema.
public enum DeclarationSyntax: Sendable {
  case `enum`(EnumSyntax)
  case type(TypeSyntax)
  case `struct`(OwnerSyntax)
  case model(OwnerSyntax)
  /// Names that no declaration has again.
  case reserved(ReservedSyntax)

  public var range: SourceRange {
    switch self {
    case .enum(let syntax): syntax.range
    case .type(let syntax): syntax.range
    case .struct(let syntax), .model(let syntax): syntax.range
    case .reserved(let syntax): syntax.range
    }
  }

  package var name: NameSyntax? {
    switch self {
    case .enum(let syntax): syntax.name
    case .type(let syntax): syntax.name
    case .struct(let syntax), .model(let syntax): syntax.name
    case .reserved: nil
    }
  }

  package var documentation: DocumentationSyntax? {
    switch self {
    case .enum(let syntax): syntax.documentation
    case .type(let syntax): syntax.documentation
    case .struct(let syntax), .model(let syntax): syntax.documentation
    case .reserved: nil
    }
  }

  package var attributes: [AttributeSyntax] {
    switch self {
    case .enum(let syntax): syntax.attributes
    case .type(let syntax): syntax.attributes
    case .struct(let syntax), .model(let syntax): syntax.attributes
    case .reserved: []
    }
  }

  /// The members of a model or a struct.
  package var members: [MemberSyntax] {
    switch self {
    case .struct(let syntax), .model(let syntax): syntax.members
    case .enum, .type, .reserved: []
    }
  }
}

/// A name in the source.
public struct NameSyntax: Hashable, Sendable {
  /// The name without its backticks.
  public var text: String
  /// The range of the whole name, including backticks.
  public var range: SourceRange

  public init(text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// The `///` lines before a declaration, a field or a case, without their slashes.
public struct DocumentationSyntax: Hashable, Sendable {
  /// One entry for each line, without `///` and the space after it.
  public var lines: [String]
  public var range: SourceRange
}

/// `enum Name: Raw { case a  case b = "raw"  reserved c }`
public struct EnumSyntax: Sendable {
  public struct Case: Sendable {
    public var documentation: DocumentationSyntax?
    public var name: NameSyntax
    public var rawValue: LiteralSyntax?
    public var attributes: [AttributeSyntax]
    public var range: SourceRange
  }

  public var documentation: DocumentationSyntax?
  /// `nil` if the name is missing. Such a declaration can't be referred to.
  public var name: NameSyntax?
  public var rawType: TypeReferenceSyntax?
  public var attributes: [AttributeSyntax]
  public var cases: [Case]
  public var reserved: [ReservedSyntax]
  public var range: SourceRange
}

/// `type Name = Base attributes…`, where the base can have arguments, as in `Fixed(scale: N)`.
public struct TypeSyntax: Sendable {
  public var documentation: DocumentationSyntax?
  public var name: NameSyntax?
  public var base: TypeReferenceSyntax?
  public var attributes: [AttributeSyntax]
  public var range: SourceRange
}

/// `struct Name { … }` or `model Name attributes… { … }`
public struct OwnerSyntax: Sendable {
  public var documentation: DocumentationSyntax?
  public var name: NameSyntax?
  public var attributes: [AttributeSyntax]
  public var members: [MemberSyntax]
  public var range: SourceRange
}
