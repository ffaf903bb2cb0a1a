/// What is known of a group of rows: the keys, which have the names that they have in the rows, and aggregates.
///
/// An aggregate is a ``Column``: it can be compared, calculated with and sorted by.
@dynamicMemberLookup
public struct GroupColumns<Model: PersistableModel> {
  init() {}

  /// A column or a relation of the rows. Only expressions by which the rows are grouped have a value in a group.
  public subscript<Member>(dynamicMember member: KeyPath<Model.Columns, Member>) -> Member {
    Model._columns(RelationPath())[keyPath: member]
  }

  /// The number of rows in the group.
  public var count: Column<Int> { Column(expression: .aggregate(.count), depth: 1) }

  /// The sum of a column, or of an expression, over the rows of the group. `nil` values are ignored, and the sum is
  /// exact if the type is.
  public func sum<Value: QueryNumber>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value.QuerySum> {
    aggregate(column) { .sum($0) }
  }

  /// The least value of a column in the group; `nil` if there is none.
  public func min<Value>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value?> {
    aggregate(column) { .minimum($0) }
  }

  /// The least value of a column in the group; `nil` if there is none.
  public func min<Value>(_ column: (Model.Columns) -> Column<Value?>) -> Column<Value?> {
    aggregate(column) { .minimum($0) }
  }

  /// The greatest value of a column in the group; `nil` if there is none.
  public func max<Value>(_ column: (Model.Columns) -> Column<Value>) -> Column<Value?> {
    aggregate(column) { .maximum($0) }
  }

  /// The greatest value of a column in the group; `nil` if there is none.
  public func max<Value>(_ column: (Model.Columns) -> Column<Value?>) -> Column<Value?> {
    aggregate(column) { .maximum($0) }
  }

  /// The average of a column over the rows of the group, `nil` if they have no value; see
  /// ``Store/average(_:_:)-(Query<Model>,_)``.
  public func average<Value: QueryNumber>(
    _ column: (Model.Columns) -> Column<Value>
  ) -> Column<Value.QueryAverage?> {
    aggregate(column) { .average($0) }
  }

  private func aggregate<Value, Result: Storable>(
    _ column: (Model.Columns) -> Column<Value>, _ make: (QueryExpression) -> Aggregate
  ) -> Column<Result> {
    let column = column(Model._columns(RelationPath()))
    return Column(expression: .aggregate(make(column.expression)), depth: column.depth + 1)
  }
}
