/// What a query may say of the model at the other end of a to-one relation: its columns, and its relations in turn.
///
/// ```swift
/// Account.where { $0.owner.name == "Taro" }
/// Account.all.including { $0.parent.owner }
/// ```
@dynamicMemberLookup
public struct ToOne<Target: PersistableModel>: ModelColumns {
  private let place: QueryPlace

  /// The end of the path.
  public init(_path path: RelationPath) {
    place = QueryPlace(RelationPath(path.steps.dropLast(), from: path.origin), path.steps.last ?? Self.nowhere)
  }

  /// The path that leads to the model.
  public var _path: RelationPath { place.number == Self.nowhere ? place.path : place.path.appending(place.number) }

  /// A column or a relation of the related model.
  public subscript<Member>(dynamicMember member: KeyPath<Target.Columns, Member>) -> Member {
    Target._columns(_path)[keyPath: member]
  }

  /// Stands for the relation of a path that has none.
  private static var nowhere: Int { -1 }
}
