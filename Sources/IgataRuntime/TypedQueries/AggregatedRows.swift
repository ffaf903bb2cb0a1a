/// Rows from which a query computes values: those of a group, or those at the other end of a to-many relation.
///
/// An aggregate is a ``Column``: it can be compared, calculated with and sorted by. `nil` values are ignored.
public protocol AggregatedRows<Model> {
  /// The model of the rows.
  associatedtype Model: PersistableModel

  /// The aggregate of a column, or of an expression.
  @_spi(Backend) func _aggregate<Value, Result: Storable>(
    _ function: AggregateFunction, _ column: (Model.Columns) -> Column<Value>
  ) -> Column<Result>
}

extension AggregatedRows {
  /// The sum of a column, or of an expression, over the rows; 0 if they have no value.
  ///
  /// It is exact if the type is, and otherwise the exact sum, rounded once. A sum that doesn't fit throws
  /// ``StoreError/overflow(expression:)``.
  public func sum<Value: QueryNumber>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value.QuerySum> {
    _aggregate(.sum, column)
  }

  /// The average of a column, or of an expression, over the rows; `nil` if they have no value.
  ///
  /// See ``Store/average(_:_:)-(Query<Model>,_)``.
  public func average<Value: QueryNumber>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value.QueryAverage?> {
    _aggregate(.average, column)
  }

  /// The least value of a column, or of an expression; `nil` if the rows have none.
  public func min<Value>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value?> { _aggregate(.minimum, column) }

  /// The least value of a column, or of an expression; `nil` if the rows have none.
  public func min<Value>(_ column: (Model.Columns) -> Column<Value?>) -> Column<Value?> { _aggregate(.minimum, column) }

  /// The greatest value of a column, or of an expression; `nil` if the rows have none.
  public func max<Value>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value?> { _aggregate(.maximum, column) }

  /// The greatest value of a column, or of an expression; `nil` if the rows have none.
  public func max<Value>(_ column: (Model.Columns) -> Column<Value?>) -> Column<Value?> { _aggregate(.maximum, column) }
}

extension RelatedColumns {
  /// The sum over the rows for which the condition is true: `$0.entries.sum { $0.amount } where: { $0.amount > 0 }`.
  public func sum<Value: QueryNumber>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value.QuerySum> {
    aggregate(.sum, column, of: rows { condition($0)._condition })
  }

  /// The average over the rows for which the condition is true; `nil` if they have no value.
  public func average<Value: QueryNumber>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value.QueryAverage?> {
    aggregate(.average, column, of: rows { condition($0)._condition })
  }

  /// The least value in the rows for which the condition is true; `nil` if there is none.
  public func min<Value>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(.minimum, column, of: rows { condition($0)._condition })
  }

  /// The least value in the rows for which the condition is true; `nil` if there is none.
  public func min<Value>(
    _ column: (Target.Columns) -> Column<Value?>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(.minimum, column, of: rows { condition($0)._condition })
  }

  /// The greatest value in the rows for which the condition is true; `nil` if there is none.
  public func max<Value>(
    _ column: (Target.Columns) -> Column<Value>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(.maximum, column, of: rows { condition($0)._condition })
  }

  /// The greatest value in the rows for which the condition is true; `nil` if there is none.
  public func max<Value>(
    _ column: (Target.Columns) -> Column<Value?>, where condition: (Target.Columns) -> some ConditionTerm
  ) -> Column<Value?> {
    aggregate(.maximum, column, of: rows { condition($0)._condition })
  }
}
