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
    guard let table = reference.table, table.relations.indices.contains(reference.number) else {
      return .isNull(.column(_path, Target.table.primaryKey.first ?? 0))
    }
    let columns = table.relations[reference.number].columns
    let nullable = columns.filter { table.columns[$0].isNullable }
    let conditions = (nullable.isEmpty ? columns : nullable).map { Condition.isNull(.column(reference.path, $0)) }
    return conditions.dropFirst().reduce(conditions.first ?? .never) { .or($0, $1) }
  }

  /// A column or a relation of the related model.
  public subscript<Member>(dynamicMember member: KeyPath<Target.Columns, Member>) -> Member {
    Target._columns(_path)[keyPath: member]
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

extension Column {
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func == (left: Column, right: NilLiteral) -> Condition { .never }
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func != (left: Column, right: NilLiteral) -> Condition { .always }
}
