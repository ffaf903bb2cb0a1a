/// What is fetched with each model over a relation to many rows: `$0.entries`, or a ``RelatedQuery`` of them.
public protocol RelatedModels<Element>: Sendable {
  /// What a related row is returned as: its model, or a tuple of its model and what is fetched with it.
  associatedtype Element: Sendable
  /// How the rows are fetched.
  var relatedFetch: RelatedFetch<Element> { get }
}

/// Which rows at the other end of a to-many relation to fetch with each model, and in which order.
///
/// The limit and the offset apply to the rows of each model:
///
/// ```swift
/// let latest = try await store.fetch(Account.all, with: { $0.entries.order { $0.at.descending }.limit(3) })
/// for (account, entries) in latest { print(account.name, entries) }
/// ```
public struct RelatedQuery<Target: PersistableModel>: RelatedModels, Hashable {
  /// The relation, and the condition that selects its rows.
  let relation: RelatedColumns<Target>
  /// The condition, orderings, limit, offset and included relations.
  private(set) var query: Query<Target>

  /// All rows, in the order of the list, or in that of their keys if it isn't an ordered one.
  init(_ relation: RelatedColumns<Target>) {
    self.relation = relation
    query = Target.all
  }

  /// The rows of this query for which the condition is also true.
  public func `where`(_ condition: (Target.Columns) -> some ConditionTerm) -> RelatedQuery {
    with(query.where(condition))
  }

  /// Sorts the rows of each model, first by the existing orderings, then by these.
  public func order(@OrderingBuilder _ orderings: (Target.Columns) -> [Ordering]) -> RelatedQuery {
    with(query.order(orderings))
  }

  /// Limits the rows of each model to `count`; to none if it isn't positive.
  public func limit(_ count: Int) -> RelatedQuery { with(query.limit(count)) }

  /// Skips the first `count` rows of each model.
  public func offset(_ count: Int) -> RelatedQuery { with(query.offset(count)) }

  /// Loads this relation with the related models; see ``Query/including(_:)``.
  public func including(_ relation: (Target.Columns) -> some ModelColumns) -> RelatedQuery {
    with(query.including(relation))
  }

  /// Fetches related rows of the related rows: `$0.entries.with { $0.attachments }`. Each row is then returned as a
  /// tuple of its model and an array.
  public func with<Related: RelatedModels>(
    _ related: (Target.Columns) -> Related
  ) -> RelatedFetch<(Target, [Related.Element])> {
    RelatedFetch(self, RelatedFetches(related(Target._columns(RelationPath()))))
  }

  /// Fetches several kinds of related rows of the related rows. Each row is then returned as a tuple of its model and
  /// a tuple of arrays.
  public func with<each Related: RelatedModels>(
    _ related: (Target.Columns) -> (repeat each Related)
  ) -> RelatedFetch<(Target, (repeat [(each Related).Element]))> {
    let related = related(Target._columns(RelationPath()))
    return RelatedFetch(self, RelatedFetches(repeat each related))
  }

  private func with(_ query: Query<Target>) -> RelatedQuery {
    var related = self
    related.query = query
    return related
  }

  /// The rows alone.
  public var relatedFetch: RelatedFetch<Target> { RelatedFetch(self) }
}

extension RelatedColumns: RelatedModels {
  /// The rows for which the condition is true, to be fetched with each model.
  public func `where`(_ condition: (Target.Columns) -> some ConditionTerm) -> RelatedQuery<Target> {
    RelatedQuery(self).where(condition)
  }

  /// The rows in an order, to be fetched with each model.
  public func order(@OrderingBuilder _ orderings: (Target.Columns) -> [Ordering]) -> RelatedQuery<Target> {
    RelatedQuery(self).order(orderings)
  }

  /// The first `count` rows, to be fetched with each model.
  public func limit(_ count: Int) -> RelatedQuery<Target> { RelatedQuery(self).limit(count) }

  /// The rows after the first `count` ones, to be fetched with each model.
  public func offset(_ count: Int) -> RelatedQuery<Target> { RelatedQuery(self).offset(count) }

  /// The rows with one of their relations, to be fetched with each model.
  public func including(_ relation: (Target.Columns) -> some ModelColumns) -> RelatedQuery<Target> {
    RelatedQuery(self).including(relation)
  }

  /// The rows with related rows of their own, to be fetched with each model.
  public func with<Related: RelatedModels>(
    _ related: (Target.Columns) -> Related
  ) -> RelatedFetch<(Target, [Related.Element])> {
    RelatedQuery(self).with(related)
  }

  /// The rows with several kinds of related rows of their own, to be fetched with each model.
  public func with<each Related: RelatedModels>(
    _ related: (Target.Columns) -> (repeat each Related)
  ) -> RelatedFetch<(Target, (repeat [(each Related).Element]))> {
    RelatedQuery(self).with(related)
  }

  /// The rows alone.
  public var relatedFetch: RelatedFetch<Target> { RelatedFetch(RelatedQuery(self)) }
}
