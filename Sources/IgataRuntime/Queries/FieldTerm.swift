/// A field of a model, for `update(_:only:)` and `save(_:matching:)`: a column, a to-one relation, or a list. It is
/// named by a key path: `\.name`, `\.owner`, `\.tags`.
public protocol FieldTerm: Sendable {
  /// The field as a store sees it.
  @_spi(Backend) var _field: FieldReference { get }
}

/// A field of a model.
@_spi(Backend) public enum FieldReference: Hashable, Sendable {
  /// A column. An expression is no field.
  case column(QueryExpression)
  /// The relation with a number in the table that the path leads to.
  case relation(RelationPath, Int)
}

extension Column: FieldTerm {
  @_spi(Backend) public var _field: FieldReference { .column(expression) }
}

extension RelatedColumns: FieldTerm {
  @_spi(Backend) public var _field: FieldReference { .relation(rows.owner, rows.relation) }
}

extension ToOne: FieldTerm {
  @_spi(Backend) public var _field: FieldReference {
    .relation(RelationPath(_path.steps.dropLast(), from: _path.origin), _path.steps.last ?? -1)
  }
}
