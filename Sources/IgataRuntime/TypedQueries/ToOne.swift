/// The model at the other end of a to-one relation, in a query: its columns and its relations.
///
/// ```swift
/// Account.where { $0.owner.name == "Taro" }
/// Account.all.including { $0.parent.owner }
/// ```
@dynamicMemberLookup
public struct ToOne<Target: PersistableModel>: ModelColumns {
  private let reference: ColumnReference

  /// The end of the path.
  public init(_path path: RelationPath) {
    reference = ColumnReference(RelationPath(path.steps.dropLast(), from: path.origin), path.steps.last ?? Self.nowhere)
  }

  /// The path that leads to the model.
  public var _path: RelationPath {
    reference.number == Self.nowhere ? reference.path : reference.path.appending(reference.number)
  }

  /// Whether there is no related row: the relation is `nil`, or an optional one on the path to it is.
  public var isNil: Condition {
    // The columns of the key are sufficient, without reading the related table.
    guard let table = reference.table, let columns = relation?.columns else {
      return .isNull(.column(_path, Target.table.primaryKey.first ?? 0))
    }
    let nullable = columns.filter { table.columns[$0].isNullable }
    let conditions = (nullable.isEmpty ? columns : nullable).map { Condition.isNull(.column(reference.path, $0)) }
    return conditions.dropFirst().reduce(conditions.first ?? .never) { .or($0, $1) }
  }

  /// A column or a relation of the related model.
  public subscript<Member>(dynamicMember member: KeyPath<Target.Columns, Member>) -> Member {
    Target._columns(_path)[keyPath: member]
  }

  /// The relation in its table; `nil` if the table is unknown.
  private var relation: RelationDescription? {
    guard let table = reference.table, table.relations.indices.contains(reference.number) else { return nil }
    return table.relations[reference.number]
  }

  /// The relation number of a path without relations.
  private static var nowhere: Int { -1 }
}

/// A `nil` literal to compare a relation with.
public struct NilLiteral: ExpressibleByNilLiteral, Sendable {
  /// The literal `nil`.
  public init(nilLiteral: ()) {}
}

extension ToOne {
  /// Whether there is no related row.
  public static func == (left: ToOne, right: NilLiteral) -> Condition { left.isNil }
  /// Whether there is a related row.
  public static func != (left: ToOne, right: NilLiteral) -> Condition { !left.isNil }
}

extension ToOne {
  /// Whether the related row is that of a model: its key, or the values that the relation refers to, are compared.
  public static func == (left: ToOne, right: Target) -> Condition { left.isRow(of: right) }
  /// Whether the related row is another one than that of a model, or there is none.
  public static func != (left: ToOne, right: Target) -> Condition { !left.isRow(of: right) }
  /// Whether the related row is that of a model; whether there is none if the model is `nil`.
  @_disfavoredOverload
  public static func == (left: ToOne, right: Target?) -> Condition { right.map(left.isRow) ?? left.isNil }
  /// Whether the related row is another one than that of a model; whether there is one if the model is `nil`.
  @_disfavoredOverload
  public static func != (left: ToOne, right: Target?) -> Condition { !(left == right) }

  private func isRow(of model: Target) -> Condition {
    let row = model.columnValues
    var terms: [(column: QueryExpression, value: StoredValue)]
    if let relation {
      terms = zip(relation.columns, relation.referencedColumns).map { (.column(reference.path, $0), row[$1]) }
    } else {
      terms = Target.table.primaryKey.map { (.column(_path, $0), row[$0]) }
    }
    // A foreign key that has `nil` refers to no row.
    guard !terms.isEmpty, terms.allSatisfy({ $0.value != .null }) else { return .never }
    let conditions = terms.map { Condition.comparison($0.column, .equal, .value($0.value)) }
    return conditions.dropFirst().reduce(conditions[0]) { .and($0, $1) }
  }
}

extension Column {
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func == (left: Column, right: NilLiteral) -> Condition { .never }
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func != (left: Column, right: NilLiteral) -> Condition { .always }
}
