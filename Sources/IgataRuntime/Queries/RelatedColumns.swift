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

  private func rows(_ condition: (Target.Columns) -> Condition) -> RelatedRows {
    RelatedRows(rows.owner, rows.relation, of: Target.self, where: condition)
  }
}

// Sums, averages and extremes ignore `nil` values.
extension RelatedColumns {
  /// The sum of a column, or of an expression, over the rows; 0 if they have no value.
  ///
  /// It is exact if the type is, and otherwise the exact sum, rounded once. A sum that doesn't fit throws
  /// ``StoreError/overflow(expression:)``.
  public func sum<Value: QueryNumber>(_ column: (Target.Columns) -> Column<Value>) -> Column<Value.QuerySum> {
    aggregate(column, of: rows) { .sum($0) }
  }

  /// The sum over the rows for which the condition is true: `$0.entries.sum { $0.amount } where: { $0.amount > 0 }`.
  public func sum<Value: QueryNumber>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value.QuerySum> {
    aggregate(column, of: rows { condition($0)._condition }) { .sum($0) }
  }

  /// The least value of a column, or of an expression; `nil` if the rows have none.
  public func min<Value>(_ column: (Target.Columns) -> Column<Value>) -> Column<Value?> {
    aggregate(column, of: rows) { .minimum($0) }
  }

  /// The least value in the rows for which the condition is true; `nil` if there is none.
  public func min<Value>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(column, of: rows { condition($0)._condition }) { .minimum($0) }
  }

  /// The least value of a column, or of an expression; `nil` if the rows have none.
  public func min<Value>(_ column: (Target.Columns) -> Column<Value?>) -> Column<Value?> {
    aggregate(column, of: rows) { .minimum($0) }
  }

  /// The least value in the rows for which the condition is true; `nil` if there is none.
  public func min<Value>(
    _ column: (Target.Columns) -> Column<Value?>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(column, of: rows { condition($0)._condition }) { .minimum($0) }
  }

  /// The greatest value of a column, or of an expression; `nil` if the rows have none.
  public func max<Value>(_ column: (Target.Columns) -> Column<Value>) -> Column<Value?> {
    aggregate(column, of: rows) { .maximum($0) }
  }

  /// The greatest value in the rows for which the condition is true; `nil` if there is none.
  public func max<Value>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(column, of: rows { condition($0)._condition }) { .maximum($0) }
  }

  /// The greatest value of a column, or of an expression; `nil` if the rows have none.
  public func max<Value>(_ column: (Target.Columns) -> Column<Value?>) -> Column<Value?> {
    aggregate(column, of: rows) { .maximum($0) }
  }

  /// The greatest value in the rows for which the condition is true; `nil` if there is none.
  public func max<Value>(
    _ column: (Target.Columns) -> Column<Value?>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(column, of: rows { condition($0)._condition }) { .maximum($0) }
  }

  /// The average of a column, or of an expression, over the rows; `nil` if they have no value.
  ///
  /// See ``Store/average(_:_:)-(Query<Model>,_)``.
  public func average<Value: QueryNumber>(_ column: (Target.Columns) -> Column<Value>) -> Column<Value.QueryAverage?> {
    aggregate(column, of: rows) { .average($0) }
  }

  /// The average over the rows for which the condition is true; `nil` if they have no value.
  public func average<Value: QueryNumber>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value.QueryAverage?> {
    aggregate(column, of: rows { condition($0)._condition }) { .average($0) }
  }

  private func aggregate<Value, Result: Storable>(
    _ column: (Target.Columns) -> Column<Value>, of rows: RelatedRows, _ make: (QueryExpression) -> Aggregate
  ) -> Column<Result> {
    let value = rows.expression(of: Target.self, column)
    let depth = Swift.max(value.depth, rows.condition?.depth ?? 0)
    return Column(expression: .related(make(value.expression), rows), depth: 1 + depth)
  }
}
