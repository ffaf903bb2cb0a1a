/// The to-one relations to follow from a row: indexes into the relations of each table on the way.
public struct RelationPath: Hashable, Sendable {
  /// The row at which the path begins.
  @_spi(Backend) public var origin: RowOrigin
  /// The numbers of the relations, each in the table that the previous one leads to.
  public var steps: [Int]

  /// A path that begins at the row of the query.
  public init(_ steps: [Int] = []) { self.init(steps, from: .query) }

  /// A path.
  @_spi(Backend) public init(_ steps: [Int] = [], from origin: RowOrigin) {
    self.origin = origin
    self.steps = steps
  }

  /// The path, extended by one relation.
  public func appending(_ relation: Int) -> RelationPath { RelationPath(steps + [relation], from: origin) }
}

/// A row that a condition can refer to.
///
/// A condition on related rows (`$0.entries.contains { … }`) refers to each of them, and may also refer to the
/// enclosing rows: that of the query, and those of the conditions in which it is nested.
@_spi(Backend) public enum RowOrigin: Hashable, Sendable {
  /// The row of the query.
  case query
  /// The related row to which this condition applies if the number is 0, the enclosing one if it is 1, and so on.
  case related(Int)
  /// A related row while its condition is being created. No finished query contains it.
  case open(OpenRow)
}

/// Represents a related row while the closure that creates its condition runs.
@_spi(Backend) public final class OpenRow: Hashable, Sendable {
  init() {}

  /// Whether both are the same one.
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: OpenRow, _ right: OpenRow) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The rows at the other end of a to-many relation, or those of them for which a condition is true.
///
/// If the path leads to no row, there are none.
@_spi(Backend) public struct RelatedRows: Hashable, Sendable {
  /// The path to the row that has the relation.
  public var owner: RelationPath
  /// The number of the relation in the owner's table, whose ``RelationDescription/Kind`` is `ordered` or `inverse`.
  public var relation: Int
  /// The condition that selects the rows; `nil` for all rows. In it, ``RowOrigin/related(_:)`` with 0 refers to such a
  /// row.
  public var condition: Condition?

  public init(_ owner: RelationPath, _ relation: Int, where condition: Condition? = nil) {
    self.owner = owner
    self.relation = relation
    self.condition = condition
  }
}
