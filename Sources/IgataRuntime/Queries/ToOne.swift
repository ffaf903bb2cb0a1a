/// What a query may say of the model at the other end of a to-one relation: its columns, and its relations in turn.
///
/// ```swift
/// Account.where { $0.owner.name == "Taro" }
/// Account.all.including { $0.parent.owner }
/// ```
@dynamicMemberLookup
public struct ToOne<Target: PersistableModel>: ModelColumns {
  private let place: ColumnReference

  /// The end of the path.
  public init(_path path: RelationPath) {
    place = ColumnReference(RelationPath(path.steps.dropLast(), from: path.origin), path.steps.last ?? Self.nowhere)
  }

  /// The path that leads to the model.
  public var _path: RelationPath { place.number == Self.nowhere ? place.path : place.path.appending(place.number) }

  /// Whether there is no related row: the relation is `nil`, or an optional one on the way to it is.
  public var isNil: Condition {
    // The columns of the key answer without a look at the related table.
    guard let table = place.table, table.relations.indices.contains(place.number) else {
      return .isNull(.column(_path, Target.table.primaryKey.first ?? 0))
    }
    let columns = table.relations[place.number].columns
    let nullable = columns.filter { table.columns[$0].isNullable }
    let conditions = (nullable.isEmpty ? columns : nullable).map { Condition.isNull(.column(place.path, $0)) }
    return conditions.dropFirst().reduce(conditions.first ?? .never) { .or($0, $1) }
  }

  /// A column or a relation of the related model.
  public subscript<Member>(dynamicMember member: KeyPath<Target.Columns, Member>) -> Member {
    Target._columns(_path)[keyPath: member]
  }

  /// Stands for the relation of a path that has none.
  private static var nowhere: Int { -1 }
}
