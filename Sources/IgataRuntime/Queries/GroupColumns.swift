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
}

extension GroupColumns: AggregatedRows {
  @_spi(Backend) public func _aggregate<Value, Result: Storable>(
    _ function: AggregateFunction, _ column: (Model.Columns) -> Column<Value>
  ) -> Column<Result> {
    let column = column(Model._columns(RelationPath()))
    return Column(expression: .aggregate(Aggregate(function, column.expression)), depth: column.depth + 1)
  }
}
