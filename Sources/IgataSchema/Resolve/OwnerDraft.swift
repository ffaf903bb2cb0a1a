import IgataDiagnostics
import IgataSyntax

/// A model or a struct as the stages read it: one that they share, as it is large and each of them adds to it.
final class OwnerDraft {
  enum Kind: String {
    case model, structure = "struct"
  }

  let kind: Kind
  let name: NameSyntax
  /// The whole declaration.
  let range: SourceRange
  let attributeSyntaxes: [AttributeSyntax]
  var attributes: [Attribute] = []
  /// Whether the name belongs to another declaration, which has been reported.
  let isShadowed: Bool
  var fields: [FieldDraft] = []
  /// The index in ``fields`` of the first field of each name.
  var fieldIndexes = NameIndexes()
  var constraints: [ConstraintSyntax] = []
  var reserved: [NameSyntax] = []
  var distributions: [DistributionSyntax] = []

  // What the lowering adds, for models alone.

  /// The index in ``fields`` of each of the schema's fields.
  var draftIndexes: [Int] = []
  /// The columns of each of the schema's fields; nothing where an error was reported about them.
  var columns: [ColumnSpan?] = []
  /// Where each of the schema's constraints was asked for.
  var uniqueOrigins: [SourceRange] = []
  var indexOrigins: [SourceRange] = []
  var primaryKeyNameOrigin: SourceRange?

  /// The names that the first `primaryKey(…)` holds.
  var keyNames: Set<String>?

  init(
    kind: Kind, name: NameSyntax, range: SourceRange, attributeSyntaxes: [AttributeSyntax], isShadowed: Bool
  ) {
    self.kind = kind
    self.name = name
    self.range = range
    self.attributeSyntaxes = attributeSyntaxes
    self.isShadowed = isShadowed
  }

  /// `model 'Account'`, as messages begin.
  var title: String { "\(kind.rawValue) '\(name.text)'" }
}

/// A field as the stages read it: one that they share, as it is large and each of them adds to it.
final class FieldDraft {
  let syntax: FieldSyntax
  /// Nothing where the type is wrong, which has been reported: then nothing else is said about the field, and the
  /// schema does not have it.
  var shape: FieldShape?
  var attributes: [Attribute] = []
  /// The index among the schema's fields of the owner.
  var position: Int?

  init(syntax: FieldSyntax) { self.syntax = syntax }

  var name: NameSyntax { syntax.name }

  func attribute(_ kind: AttributeKind) -> Attribute? { attributes.first { $0.kind == kind } }
}

/// A field's type with its names resolved, before attributes and the default tell what kind of field it is.
enum FieldShape {
  case value(ValueType, isOptional: Bool)
  case list(ValueType)
  case embedded(Int, isOptional: Bool)
  case relation(Int, isOptional: Bool)
  case models(Int)

  var isOptional: Bool {
    switch self {
    case .value(_, let isOptional), .embedded(_, let isOptional), .relation(_, let isOptional): isOptional
    case .list, .models: false
    }
  }
}

/// The columns of one field among those of its model.
struct ColumnSpan {
  let start: Int
  let end: Int

  var indices: Range<Int> { start..<end }
}

/// One column of a model's key.
struct KeyColumn {
  var name: String
  var type: ValueType
}
