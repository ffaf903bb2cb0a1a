import IgataDiagnostics
import IgataSyntax

/// A model or a struct that is being resolved. A class, because it is large and all stages add to it.
final class OwnerDraft {
  enum Kind: String {
    case model, structure = "struct"
  }

  let kind: Kind
  let name: NameSyntax
  let syntax: OwnerSyntax
  var attributes: [Attribute] = []
  /// Whether another declaration has the same name, which has been reported.
  let isShadowed: Bool
  var fields: [FieldDraft] = []
  /// The index in ``fields`` of the first field of each name.
  var fieldIndexes = NameIndexes()
  var constraints: [ConstraintSyntax] = []
  var reserved: [ReservedName] = []
  var distributions: [DistributionSyntax] = []

  // Added by the lowering, for models only.

  /// The index in ``fields`` of each of the schema's fields.
  var draftIndexes: [Int] = []
  /// The columns of each of the schema's fields; `nil` if an error was reported about them.
  var columns: [ColumnSpan?] = []
  /// The fields that are linked relations, which have no columns of their own; see ``Resolution/findLinks(of:)``.
  var links: Set<Int> = []
  /// The foreign keys of the linked relations that the primary key contains.
  var keyLinks: [Int: ForeignKey] = [:]
  /// The source of each of the schema's constraints.
  var uniqueOrigins: [ConstraintOrigin] = []
  var indexOrigins: [ConstraintOrigin] = []
  var checkOrigins: [ConstraintOrigin] = []
  var primaryKeyNameOrigin: SourceRange?
  /// The `@unique` or `unique(…)` that is the key, if no key is declared.
  var keyUnique: SourceRange?

  /// The names in the first `primaryKey(…)`.
  var keyNames: Set<String>?

  init(kind: Kind, name: NameSyntax, syntax: OwnerSyntax, isShadowed: Bool) {
    self.kind = kind
    self.name = name
    self.syntax = syntax
    self.isShadowed = isShadowed
  }

  /// `model 'Account'`, as used in messages.
  var title: String { "\(kind.rawValue) '\(name.text)'" }

  /// The draft of one of the schema's fields.
  func draft(_ position: Int) -> FieldDraft { fields[draftIndexes[position]] }

  /// Whether no two models have the same values in these fields: they are the key, or a unique constraint.
  func isUnique(_ names: Set<String>) -> Bool {
    if names.count == 1, let name = names.first, let number = fieldIndexes[name],
      fields[number].attribute(.unique) != nil || fields[number].attribute(.primaryKey) != nil
    {
      return true
    }
    return constraints.contains { constraint in
      [.unique, .primaryKey].contains(constraint.kind) && !constraint.isPartial
        && constraint.columns.allSatisfy { $0.function == nil } && Set(constraint.columns.map(\.name.text)) == names
    }
  }
}

/// A field that is being resolved. A class, because it is large and all stages add to it.
final class FieldDraft {
  let syntax: FieldSyntax
  /// `nil` if the type is invalid, which has been reported. Then nothing else is reported about the field, and it isn't
  /// added to the schema.
  var shape: FieldShape?
  var attributes: [Attribute] = []
  /// The index among the schema's fields of the owner.
  var position: Int?

  init(syntax: FieldSyntax) { self.syntax = syntax }

  var name: NameSyntax { syntax.name }

  func attribute(_ kind: AttributeKind) -> Attribute? {
    // Most fields have none, and a search would retain the list.
    attributes.isEmpty ? nil : attributes.first { $0.kind == kind }
  }

  /// Whether the default is a call: a relation is then a wrapper, `settings: Settings = Settings()`, which belongs to a
  /// single owner. The name of the call is checked when the default is resolved.
  var isConstructed: Bool { if case .call? = syntax.defaultValue { true } else { false } }
}

/// A field's type with its names resolved, before attributes and the default determine its kind.
enum FieldShape {
  case value(ValueType, isOptional: Bool)
  case list(ValueType)
  case embedded(Int, isOptional: Bool)
  case relation(Int, isOptional: Bool)
  case models(Int)
  /// The other side of a relation of the model; `field` is an index into the fields of its draft.
  case inverse(Int, field: Int, isSingle: Bool)

  var isOptional: Bool {
    switch self {
    case .value(_, let isOptional), .embedded(_, let isOptional), .relation(_, let isOptional): isOptional
    case .inverse(_, _, let isSingle): isSingle
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
