/// The rows of a query in groups, each of which is reduced to one value.
///
/// ```swift
/// let spent = Entry.where { $0.at >= start }.grouped { $0.account.kind }
/// for group in try await store.sum(spent, { $0.amount }) { print(group.key, group.value) }
/// ```
public struct GroupedQuery<Model: PersistableModel, Key: Storable>: Sendable, Hashable {
  /// The rows; its limit and offset count rows and not groups.
  public var query: Query<Model>
  /// What the rows of a group have in common.
  public var key: Column<Key>
}

extension Query {
  /// The rows in groups that have the same value here: in a column, behind a path, or computed. Rows where it is `nil`
  /// are a group of their own.
  public func grouped<Key: Storable>(_ key: (Model.Columns) -> Column<Key>) -> GroupedQuery<Model, Key> {
    GroupedQuery(query: self, key: key(Model._columns(RelationPath())))
  }
}

/// What the rows of a group have in common, and what they were reduced to.
public struct QueryGroup<Key: Storable, Value: Sendable & Hashable>: Sendable, Hashable {
  /// What the rows have in common.
  public var key: Key
  /// What they were reduced to.
  public var value: Value

  /// A group that has `key` in common and was reduced to `value`.
  public init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }
}
