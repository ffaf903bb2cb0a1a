public import IgataDiagnostics

/// A declaration at the top level of a schema.
public enum DeclarationSyntax: Sendable {
  case `enum`(EnumSyntax)
  case type(TypeSyntax)
  case `struct`(StructSyntax)
  case model(ModelSyntax)
  /// Names that no declaration has again.
  case reserved(ReservedSyntax)

  public var range: SourceRange {
    switch self {
    case .enum(let syntax): syntax.range
    case .type(let syntax): syntax.range
    case .struct(let syntax): syntax.range
    case .model(let syntax): syntax.range
    case .reserved(let syntax): syntax.range
    }
  }

  package var name: NameSyntax? {
    switch self {
    case .enum(let syntax): syntax.name
    case .type(let syntax): syntax.name
    case .struct(let syntax): syntax.name
    case .model(let syntax): syntax.name
    case .reserved: nil
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

  public init(lines: [String], range: SourceRange) {
    self.lines = lines
    self.range = range
  }
}

/// `enum Name: Raw { case a  case b = "raw"  reserved c }`
public struct EnumSyntax: Sendable {
  public struct Case: Sendable {
    public var documentation: DocumentationSyntax?
    public var name: NameSyntax
    public var rawValue: LiteralSyntax?
    public var attributes: [AttributeSyntax]
    public var range: SourceRange

    public init(
      documentation: DocumentationSyntax?, name: NameSyntax, rawValue: LiteralSyntax?, attributes: [AttributeSyntax],
      range: SourceRange
    ) {
      self.documentation = documentation
      self.name = name
      self.rawValue = rawValue
      self.attributes = attributes
      self.range = range
    }
  }

  public var documentation: DocumentationSyntax?
  /// `nil` if the name is missing. Such a declaration can't be referred to.
  public var name: NameSyntax?
  public var rawType: TypeReferenceSyntax?
  public var attributes: [AttributeSyntax]
  public var cases: [Case]
  public var reserved: [ReservedSyntax]
  public var range: SourceRange

  public init(
    documentation: DocumentationSyntax?, name: NameSyntax?, rawType: TypeReferenceSyntax?,
    attributes: [AttributeSyntax], cases: [Case], reserved: [ReservedSyntax], range: SourceRange
  ) {
    self.documentation = documentation
    self.name = name
    self.rawType = rawType
    self.attributes = attributes
    self.cases = cases
    self.reserved = reserved
    self.range = range
  }
}

/// `type Name = Base attributes…`, where the base can have arguments, as in `Fixed(scale: N)`.
public struct TypeSyntax: Sendable {
  public var documentation: DocumentationSyntax?
  public var name: NameSyntax?
  public var base: TypeReferenceSyntax?
  public var attributes: [AttributeSyntax]
  public var range: SourceRange

  public init(
    documentation: DocumentationSyntax?, name: NameSyntax?, base: TypeReferenceSyntax?, attributes: [AttributeSyntax],
    range: SourceRange
  ) {
    self.documentation = documentation
    self.name = name
    self.base = base
    self.attributes = attributes
    self.range = range
  }
}

/// `struct Name { … }`
public struct StructSyntax: Sendable {
  public var documentation: DocumentationSyntax?
  public var name: NameSyntax?
  public var attributes: [AttributeSyntax]
  public var members: [MemberSyntax]
  public var range: SourceRange

  public init(
    documentation: DocumentationSyntax?, name: NameSyntax?, attributes: [AttributeSyntax], members: [MemberSyntax],
    range: SourceRange
  ) {
    self.documentation = documentation
    self.name = name
    self.attributes = attributes
    self.members = members
    self.range = range
  }
}

/// `model Name attributes… { … }`
public struct ModelSyntax: Sendable {
  public var documentation: DocumentationSyntax?
  public var name: NameSyntax?
  public var attributes: [AttributeSyntax]
  public var members: [MemberSyntax]
  public var range: SourceRange

  public init(
    documentation: DocumentationSyntax?, name: NameSyntax?, attributes: [AttributeSyntax], members: [MemberSyntax],
    range: SourceRange
  ) {
    self.documentation = documentation
    self.name = name
    self.attributes = attributes
    self.members = members
    self.range = range
  }
}
