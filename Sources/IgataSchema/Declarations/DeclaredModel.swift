public import IgataDiagnostics
public import IgataSyntax

/// A model with its syntax.
public final class DeclaredModel: Sendable {
  /// The index in the schema.
  public let index: Int
  public let model: Model
  public let syntax: OwnerSyntax
  /// The words of the name, in lower case.
  public let words: [String]
  /// The range of its fields in ``Declarations/fields``.
  public let fields: Range<Int>
  /// The constraints that are declared between the braces, including invalid ones.
  public let constraints: [ConstraintSyntax]
  /// Parallel to the model's unique constraints.
  public let uniques: [DeclaredConstraint]
  /// Parallel to the model's indexes.
  public let indexes: [DeclaredConstraint]

  init(index: Int, model: Model, draft: OwnerDraft, words: [String], fields: Range<Int>) {
    self.index = index
    self.model = model
    self.words = words
    self.fields = fields
    syntax = draft.syntax
    constraints = draft.constraints
    uniques = zip(model.uniques, draft.uniqueOrigins).map { DeclaredConstraint($0, $1) }
    indexes = zip(model.indexes, draft.indexOrigins).map { DeclaredConstraint($0, $1) }
  }

  public var name: String { model.name }
  public var range: SourceRange { model.origin.range }

  public func attribute(_ name: String) -> AttributeSyntax? { syntax.attributes.first { $0.name.text == name } }
}

/// A struct, an enum or a newtype with its syntax.
public final class DeclaredType<Element: Sendable, Syntax: Sendable>: Sendable {
  /// The index in the schema.
  public let index: Int
  public let type: Element
  public let syntax: Syntax
  public let name: String
  /// The range of the name.
  public let range: SourceRange
  /// The words of the name, in lower case.
  public let words: [String]
  /// The range of its fields in ``Declarations/fields``; empty if it isn't a struct.
  public let fields: Range<Int>

  init(index: Int, type: Element, syntax: Syntax, name: DeclaredName, fields: Range<Int> = 0..<0) {
    self.index = index
    self.type = type
    self.syntax = syntax
    self.name = name.text
    range = name.range
    words = name.words
    self.fields = fields
  }
}

public typealias DeclaredStruct = DeclaredType<StructType, OwnerSyntax>
public typealias DeclaredEnum = DeclaredType<EnumType, EnumSyntax>
public typealias DeclaredNewtype = DeclaredType<Newtype, TypeSyntax>
