/// A field of a model, for ``Store/update(_:only:)-(Model,_)`` and ``Store/save(_:matching:)-(Model,_)``: a column, a
/// to-one relation, or a list.
public protocol FieldTerm {
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

/// Builds a list of fields: one, several in a list, or one on each line.
///
/// ```swift
/// try await store.update(account, only: { [$0.name, $0.kind] })
/// ```
@resultBuilder
public enum FieldListBuilder {
  /// One field.
  public static func buildExpression(_ field: some FieldTerm) -> [any FieldTerm] { [field] }

  /// Several fields in a list.
  public static func buildExpression(_ fields: [any FieldTerm]) -> [any FieldTerm] { fields }

  /// All fields of a closure.
  public static func buildBlock(_ parts: [any FieldTerm]...) -> [any FieldTerm] { parts.flatMap(\.self) }
}
