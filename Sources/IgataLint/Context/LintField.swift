public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax
public import IgataTables

/// A field of a model or a struct, with what it was read from.
///
/// A class, as every rule looks at every field: to copy a field and its syntax each time would cost more than the
/// rules.
public final class LintField: Sendable {
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
  /// The scalar that holds the value, or each element of a list, a newtype's base among them; nothing for enums,
  /// structs and relations.
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
  /// The place of the name.
  public var range: SourceRange { field.origin.range }
  /// The place of the type, which a field of the schema always has.
  public var typeRange: SourceRange { syntax.type?.range ?? range }

  public var model: Int? { if case .model(let index) = owner { index } else { nil } }

  /// The type of a value or of the elements of a list; nothing for structs and relations.
  public var valueType: ValueType? {
    switch kind {
    case .value(let type, _), .list(let type): type
    case .embedded, .toOne, .toMany, .ordered: nil
    }
  }

  public var isList: Bool { if case .list = kind { true } else { false } }

  /// Whether the field is written with `?`.
  public var isOptional: Bool {
    switch kind {
    case .value(_, let isOptional), .embedded(_, let isOptional): isOptional
    case .toOne(_, let kind, _): kind == .optional
    case .list, .toMany, .ordered: false
    }
  }

  /// The model that a relation leads to.
  public var target: Int? {
    switch kind {
    case .toOne(let target, _, _), .toMany(let target, _), .ordered(let target): target
    case .value, .list, .embedded: nil
    }
  }

  /// An attribute by its name without `@`.
  public func attribute(_ name: String) -> AttributeSyntax? { syntax.attributes.first { $0.name.text == name } }
}

extension LintField {
  /// The field with its documentation.
  var wholeRange: SourceRange { syntax.documentation.map { $0.range.union(syntax.range) } ?? syntax.range }

  /// The index in ``LintContext/fields``.
  func place(in context: LintContext) -> Int {
    switch owner {
    case .model(let index): context.models[index].fields.lowerBound + position
    case .structure(let index): context.structs[index].fields.lowerBound + position
    }
  }
}

extension LintField {
  /// The scalar of a field that names it itself, and not by a newtype, whose matter its base is.
  var plainScalar: Scalar? { if case .scalar(let scalar)? = valueType { scalar } else { nil } }
}

extension Scalar {
  var isInteger: Bool { number == .whole }

  /// As messages call it: `an 'Int'`.
  var phrase: String { isInteger ? "an '\(name)'" : "a '\(name)'" }
}
