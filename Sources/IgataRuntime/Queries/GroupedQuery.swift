/// The rows of a query in groups, each of which is aggregated to one value.
///
/// ```swift
/// let spent = Entry.where { $0.at >= start }.grouped { $0.account.kind }
/// for group in try await store.sum(spent, { $0.amount }) { print(group.key, group.value) }
/// ```
public struct GroupedQuery<Model: PersistableModel, Key: Storable>: Sendable, Hashable {
  /// The rows. Its limit and offset count rows, not groups.
  public var query: Query<Model>
  /// The expression by which rows are grouped.
  public var key: Column<Key>
}

extension Query {
  /// Groups the rows by the value of a column or an expression. Rows for which it is `nil` are a group of their own.
  public func grouped<Key: Storable>(_ key: (Model.Columns) -> Column<Key>) -> GroupedQuery<Model, Key> {
    GroupedQuery(query: self, key: key(Model._columns(RelationPath())))
  }
}

/// The key of a group of rows, and their aggregated value.
public struct QueryGroup<Key: Storable, Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value that the rows have in common.
  public var key: Key
  /// The aggregated value.
  public var value: Value

  /// A group with a key and an aggregated value.
  public init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }
}
