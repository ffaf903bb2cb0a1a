public import IgataDiagnostics
public import IgataSyntax
public import IgataTables

/// A field of a model or a struct with its syntax.
///
/// A class, because every rule checks every field: copying a field and its syntax each time would take longer than the
/// rules.
public final class DeclaredField: Sendable {
  public enum Owner: Hashable, Sendable {
    /// Indexes into the schema's arrays.
    case model(Int)
    case structure(Int)
  }

  public let owner: Owner
  /// The index among the owner's fields.
  public let position: Int
  public let field: Field
  public let syntax: FieldSyntax
  /// The words of the name, in lower case: `askedForDelete` → `asked`, `for`, `delete`.
  public let words: [String]
  /// The scalar of the value or of the elements of a list, including a newtype's base; `nil` for enums, structs and
  /// relations.
  public let scalar: Scalar?

  init(owner: Owner, position: Int, field: Field, syntax: FieldSyntax, words: [String], scalar: Scalar?) {
    self.owner = owner
    self.position = position
    self.field = field
    self.syntax = syntax
    self.words = words
    self.scalar = scalar
  }

  public var name: String { field.name }
  public var kind: FieldKind { field.kind }
  /// The range of the name.
  public var range: SourceRange { field.origin.range }
  /// The range of the type, which a field of the schema always has.
  public var typeRange: SourceRange { syntax.type?.range ?? range }

  public var model: Int? { if case .model(let index) = owner { index } else { nil } }

  /// The type of a value or of the elements of a list; `nil` for structs and relations.
  public var valueType: ValueType? {
    switch kind {
    case .value(let type, _), .list(let type): type
    case .embedded, .toOne, .inverse, .ordered: nil
    }
  }

  public var isList: Bool { if case .list = kind { true } else { false } }

  /// Whether the type has a `?`.
  public var isOptional: Bool {
    switch kind {
    case .value(_, let isOptional), .embedded(_, let isOptional): isOptional
    case .toOne(_, let kind, _): kind == .optional
    case .list, .inverse, .ordered: false
    }
  }

  /// The model that a relation refers to.
  public var target: Int? {
    switch kind {
    case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): target
    case .value, .list, .embedded: nil
    }
  }

  /// Returns the attribute with this name, without `@`.
  public func attribute(_ name: String) -> AttributeSyntax? { syntax.attributes.first { $0.name.text == name } }
}

extension DeclaredField {
  /// Whether the owner's table has columns for it.
  public var hasColumn: Bool {
    switch kind {
    case .value, .list, .embedded, .toOne: true
    case .inverse, .ordered: false
    }
  }

  /// What the field's name declares.
  package var declaration: NameUse.Declaration {
    switch owner {
    case .model(let model): .field(model: model, name: name)
    case .structure(let structure): .structField(structure: structure, name: name)
    }
  }

  /// The range of the field with its documentation.
  package var wholeRange: SourceRange { syntax.documentation.map { $0.range.union(syntax.range) } ?? syntax.range }

  /// The scalar of a field that uses it directly; `nil` for a newtype, whose base is checked at its declaration.
  package var plainScalar: Scalar? { if case .scalar(let scalar)? = valueType { scalar } else { nil } }
}
