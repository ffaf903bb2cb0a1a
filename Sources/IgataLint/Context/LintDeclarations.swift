public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// A model with its syntax.
public final class LintModel: Sendable {
  /// The index in the schema.
  public let index: Int
  public let model: Model
  public let syntax: ModelSyntax
  /// The words of the name, in lower case.
  public let words: [String]
  /// The range of its fields in ``LintContext/fields``.
  public let fields: Range<Int>
  /// The constraints that are declared between the braces.
  public let constraints: [ConstraintSyntax]

  init(index: Int, model: Model, syntax: ModelSyntax, words: [String], fields: Range<Int>) {
    self.index = index
    self.model = model
    self.syntax = syntax
    self.words = words
    self.fields = fields
    constraints = syntax.members.compactMap { if case .constraint(let constraint) = $0 { constraint } else { nil } }
  }

  public var name: String { model.name }
  public var range: SourceRange { model.origin.range }

  public func attribute(_ name: String) -> AttributeSyntax? { syntax.attributes.first { $0.name.text == name } }
}

/// A struct with its syntax.
public final class LintStruct: Sendable {
  public let index: Int
  public let type: StructType
  public let syntax: StructSyntax
  public let words: [String]
  /// The range of its fields in ``LintContext/fields``.
  public let fields: Range<Int>

  init(index: Int, type: StructType, syntax: StructSyntax, words: [String], fields: Range<Int>) {
    self.index = index
    self.type = type
    self.syntax = syntax
    self.words = words
    self.fields = fields
  }

  public var name: String { type.name }
  public var range: SourceRange { type.origin.range }
}

/// An enum with its syntax.
public final class LintEnum: Sendable {
  public let index: Int
  public let type: EnumType
  public let syntax: EnumSyntax
  public let words: [String]

  init(index: Int, type: EnumType, syntax: EnumSyntax, words: [String]) {
    self.index = index
    self.type = type
    self.syntax = syntax
    self.words = words
  }

  public var name: String { type.name }
  public var range: SourceRange { type.origin.range }
}

/// A newtype with its syntax.
public final class LintNewtype: Sendable {
  public let index: Int
  public let type: Newtype
  public let syntax: TypeSyntax
  public let words: [String]

  init(index: Int, type: Newtype, syntax: TypeSyntax, words: [String]) {
    self.index = index
    self.type = type
    self.syntax = syntax
    self.words = words
  }

  public var name: String { type.name }
  public var range: SourceRange { type.origin.range }
}

/// A name that the schema declares.
public final class LintName: Sendable {
  public enum Role: Hashable, Sendable {
    /// Indexes into the schema's arrays.
    case model(Int)
    case structure(Int)
    case enumeration(Int)
    case newtype(Int)
    /// An index into ``LintContext/fields``.
    case field(Int)
    /// The index of the enum, and the index of the case in it.
    case enumCase(Int, Int)

    /// The noun in messages.
    public var noun: String {
      switch self {
      case .model: "model"
      case .structure: "struct"
      case .enumeration: "enum"
      case .newtype: "type"
      case .field: "field"
      case .enumCase: "case"
      }
    }

    public var isType: Bool {
      switch self {
      case .model, .structure, .enumeration, .newtype: true
      case .field, .enumCase: false
      }
    }
  }

  public let role: Role
  public let text: String
  public let range: SourceRange
  /// The words of the name, in lower case.
  public let words: [String]

  init(role: Role, text: String, range: SourceRange, words: [String]) {
    self.role = role
    self.text = text
    self.range = range
    self.words = words
  }
}
