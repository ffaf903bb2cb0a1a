/// The rows of a query in groups, from each of which values are computed.
///
/// ```swift
/// let spent = Entry.where { $0.at >= start }.grouped { ($0.account.kind, $0.account.owner.name) }
///   .having { $0.count > 1 }
///   .order { $0.sum { $0.amount }.descending }
/// let rows = try await store.select(spent) { ($0.account.kind, $0.account.owner.name, $0.sum { $0.amount }) }
/// for (kind, owner, total) in rows { print(kind, owner, total) }
/// ```
///
/// The groups are sorted by their keys, `nil` first, unless the query has orderings.
public struct GroupedQuery<Model: PersistableModel, each Key: Storable>: Sendable, Hashable {
  /// The rows. Its limit and offset count rows, not groups.
  public var query: Query<Model>
  /// How the rows are grouped, and which groups are selected.
  private(set) var grouping: RowGrouping

  init(_ query: Query<Model>, by keys: [QueryExpression]) {
    self.query = query
    grouping = RowGrouping(keys: keys)
  }

  /// The groups for which the condition is also true. It can contain the keys and aggregates:
  /// `.having { $0.count > 3 && $0.sum { $0.amount } < 0 }`.
  ///
  /// Use ``Query/where(_:)`` for conditions on rows. A sum that is out of range in a group that isn't selected may
  /// throw ``StoreError/overflow(expression:)`` or not.
  public func having(_ condition: (GroupColumns<Model>) -> some ConditionTerm) -> GroupedQuery {
    var groups = self
    let added = condition(GroupColumns())._condition
    groups.grouping.condition = grouping.condition.map { $0 && added } ?? added
    return groups
  }

  /// Sorts the groups, first by the existing orderings, then by these in turn, then by their keys.
  public func order(@OrderingBuilder _ orderings: (GroupColumns<Model>) -> [Ordering]) -> GroupedQuery {
    var groups = self
    groups.grouping.orderings += orderings(GroupColumns())
    return groups
  }

  /// Limits the query to `count` groups. Later changes of the query don't exceed this limit. No groups are selected if
  /// `count` isn't positive.
  public func limit(_ count: Int) -> GroupedQuery {
    var groups = self
    groups.grouping.limit = Swift.min(grouping.limit ?? .max, Swift.max(0, count))
    return groups
  }

  /// Skips the first `count` groups, or none if `count` is negative. A later offset replaces this one.
  public func offset(_ count: Int) -> GroupedQuery {
    var groups = self
    groups.grouping.offset = Swift.max(0, count)
    return groups
  }
}

extension Query {
  /// Groups the rows by the value of a column or an expression. Rows for which it is `nil` are a group of their own.
  public func grouped<Key: Storable>(_ key: (Model.Columns) -> Column<Key>) -> GroupedQuery<Model, Key> {
    GroupedQuery(self, by: [key(Model._columns(RelationPath())).expression])
  }

  /// Groups the rows by several values: those that are equal in all of them are a group.
  public func grouped<each Key: Storable>(
    _ keys: (Model.Columns) -> (repeat Column<each Key>)
  ) -> GroupedQuery<Model, repeat each Key> {
    let columns = keys(Model._columns(RelationPath()))
    var expressions: [QueryExpression] = []
    repeat expressions.append((each columns).expression)
    return GroupedQuery(self, by: expressions)
  }
}

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
