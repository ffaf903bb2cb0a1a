/// What a query may say of the rows at the other end of a to-many relation.
///
/// Generated code makes one for each such relation, ordered or inverse:
///
/// ```swift
/// Account.where { $0.tags.contains { $0.name == "food" } && !$0.entries.isEmpty }
/// ```
///
/// The closures may speak of the row around them as well:
/// `Account.where { account in account.entries.contains { $0.amount > account.initialAmount } }`.
public struct RelatedColumns<Target: PersistableModel>: Sendable, Hashable {
  private let place: ColumnReference

  /// The relation of this number in the table that the path leads to.
  public init(_ path: RelationPath, _ relation: Int) { place = ColumnReference(path, relation) }

  /// All rows at the other end, as a backend sees them.
  public var rows: RelatedRows { RelatedRows(place.path, place.number) }

  /// Whether there is a row for which the condition holds.
  public func contains(where condition: (Target.Columns) -> some ConditionTerm) -> Condition {
    .exists(rows { condition($0)._condition })
  }

  /// Whether the condition holds for all rows; it does where there is none.
  public func allSatisfy(_ condition: (Target.Columns) -> some ConditionTerm) -> Condition {
    !contains { !condition($0)._condition }
  }

  /// Whether there is no row.
  public var isEmpty: Condition { .not(.exists(rows)) }

  /// How many rows there are.
  public var count: Column<Int> { Column<Int>(expression: .count(rows), depth: 1) }

  /// For how many rows the condition holds.
  public func count(where condition: (Target.Columns) -> some ConditionTerm) -> Column<Int> {
    let rows = rows { condition($0)._condition }
    return Column<Int>(expression: .count(rows), depth: 1 + (rows.condition?.depth ?? 0))
  }

  private func rows(_ condition: (Target.Columns) -> Condition) -> RelatedRows {
    RelatedRows(rows.owner, rows.relation, of: Target.self, where: condition)
  }
}
