/// The to-one relations to follow from a row: indexes into the relations of each table on the way.
public struct RelationPath: Hashable, Sendable {
  /// The row that the path begins at.
  public var origin: RowOrigin
  /// The relations' numbers, each in the table that the ones before lead to.
  public var steps: [Int]

  /// A path that begins at the row that a query is about, unless said otherwise.
  public init(_ steps: [Int] = [], from origin: RowOrigin = .query) {
    self.origin = origin
    self.steps = steps
  }

  /// The path, one relation further.
  public func appending(_ relation: Int) -> RelationPath { RelationPath(steps + [relation], from: origin) }
}

/// A row that a condition can speak of.
///
/// A condition on related rows (`$0.entries.contains { … }`) speaks of each of them and may speak of the rows around it
/// as well: of the one that the query is about, and of those in whose conditions it stands.
public enum RowOrigin: Hashable, Sendable {
  /// The row that the query is about.
  case query
  /// The related row whose condition this is, where the number is 0; the one around it for 1, and so on outwards.
  case related(Int)
  /// A related row while its condition is being written; no finished query has one.
  case open(OpenRow)
}

/// Stands for a related row while the closure that writes its condition runs.
public final class OpenRow: Hashable, Sendable {
  init() {}

  /// Whether both are the same one.
  // Not `==` by name: each one is looked at in every comparison that a program compiles.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: OpenRow, _ right: OpenRow) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The rows at the other end of a to-many relation, or those among them for which a condition holds.
///
/// Where the path leads to no row there are none.
public struct RelatedRows: Hashable, Sendable {
  /// Leads to the row that has the relation.
  public var owner: RelationPath
  /// The number of the relation in the owner's table, whose ``RelationDescription/Kind`` is `ordered` or `inverse`.
  public var relation: Int
  /// Which of the rows; all where there is none. Within it ``RowOrigin/related(_:)`` with 0 is such a row.
  public var condition: Condition?

  public init(_ owner: RelationPath, _ relation: Int, where condition: Condition? = nil) {
    self.owner = owner
    self.relation = relation
    self.condition = condition
  }
}
