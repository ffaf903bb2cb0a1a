/// The rows at the other end of a to-many relation, in a query.
///
/// Generated code has one for each to-many relation, ordered or inverse:
///
/// ```swift
/// Account.where { $0.tags.contains { $0.name == "food" } && !$0.entries.isEmpty }
/// ```
///
/// The closures may also use the enclosing row:
/// `Account.where { account in account.entries.contains { $0.amount > account.initialAmount } }`.
public struct RelatedColumns<Target: PersistableModel>: Sendable, Hashable {
  private let reference: ColumnReference

  /// The relation with a number in the table that the path leads to.
  public init(_ path: RelationPath, _ relation: Int) { reference = ColumnReference(path, relation) }

  /// All rows at the other end, as a backend sees them.
  @_spi(Backend) public var rows: RelatedRows { RelatedRows(reference.path, reference.number) }

  /// Whether the condition is true for at least one row.
  public func contains(where condition: (Target.Columns) -> some ConditionTerm) -> Condition {
    .exists(rows { condition($0)._condition })
  }

  /// Whether the condition is true for all rows. It is true if there are no rows.
  public func allSatisfy(_ condition: (Target.Columns) -> some ConditionTerm) -> Condition {
    !contains { !condition($0)._condition }
  }

  /// Whether there are no rows.
  public var isEmpty: Condition { .not(.exists(rows)) }

  /// The number of rows.
  public var count: Column<Int> { Column<Int>(expression: .related(.count, rows), depth: 1) }

  /// The number of rows for which the condition is true.
  public func count(where condition: (Target.Columns) -> some ConditionTerm) -> Column<Int> {
    let rows = rows { condition($0)._condition }
    return Column<Int>(expression: .related(.count, rows), depth: 1 + (rows.condition?.depth ?? 0))
  }

  func rows(_ condition: (Target.Columns) -> Condition) -> RelatedRows {
    RelatedRows(rows.owner, rows.relation, of: Target.self, where: condition)
  }
}

extension RelatedColumns: AggregatedRows {
  public typealias Model = Target

  @_spi(Backend) public func _aggregate<Value, Result: Storable>(
    _ function: AggregateFunction, _ column: (Target.Columns) -> Column<Value>
  ) -> Column<Result> {
    aggregate(function, column, of: rows)
  }

  func aggregate<Value, Result: Storable>(
    _ function: AggregateFunction, _ column: (Target.Columns) -> Column<Value>, of rows: RelatedRows
  ) -> Column<Result> {
    let value = rows.expression(of: Target.self, column)
    let depth = Swift.max(value.depth, rows.condition?.depth ?? 0)
    return Column(expression: .related(Aggregate(function, value.expression), rows), depth: 1 + depth)
  }
}
