/// Which rows of a model to fetch, in which order: a value, to be kept, compared and built on.
///
/// ```swift
/// let cash = Account.where { $0.kind == .cash && $0.initialAmount > 0 }
/// let first = try await store.fetch(cash.order { $0.name.ascending }.limit(10))
/// ```
public struct Query<Model: PersistableModel>: Sendable, Hashable {
  /// Which rows; all where there is none.
  public var condition: Condition?
  /// What to sort by; rows that are equal in it, and all where it is empty, are sorted by their primary key.
  public var orderings: [Ordering] = []
  /// How many rows at most.
  public private(set) var limitCount: Int?
  /// How many rows to leave out first.
  public private(set) var offsetCount = 0
  /// The relations that are loaded besides those that always are.
  @usableFromInline private(set) var included = IncludedRelations()

  @inlinable
  init(condition: Condition?) { self.condition = condition }

  /// The rows whose relation of this number leads to the row that has the key.
  public init(_inverse relation: Int, of key: some PersistableKey) {
    let relations = Model.table.relations
    let columns = relations.indices.contains(relation) ? relations[relation].columns : []
    condition = columns.isEmpty ? .never : .keyIsIn(columns: columns, [key._keyValues])
  }

  /// The rows of this query for which the condition holds as well.
  public func `where`(_ condition: (Model.Columns) -> some ConditionTerm) -> Query {
    var query = self
    let added = condition(Model._columns(RelationPath()))._condition
    query.condition = self.condition.map { $0 && added } ?? added
    return query
  }

  /// The rows sorted, by what they are sorted by already and then by these in turn:
  /// `Account.all.order { ($0.kind.ascending, $0.name.descending) }`.
  public func order(@OrderingBuilder _ orderings: (Model.Columns) -> [Ordering]) -> Query {
    var query = self
    query.orderings += orderings(Model._columns(RelationPath()))
    return query
  }

  /// No more than `count` of the rows, whatever else is added to the query later; none where it is not positive.
  public func limit(_ count: Int) -> Query {
    var query = self
    query.limitCount = max(0, count)
    return query
  }

  /// The rows without the first `count`.
  public func offset(_ count: Int) -> Query {
    var query = self
    query.offsetCount = max(0, count)
    return query
  }

  /// The models with this relation loaded, as well as all on the way to it: `.including { $0.parent.owner }`.
  ///
  /// Required relations, wrappers and ordered lists are loaded in any case, an optional relation only where it is asked
  /// for. What one relation leads to is read by one query, however many models have it.
  public func including(_ relation: (Model.Columns) -> some ModelColumns) -> Query {
    var query = self
    query.included.insert(relation(Model._columns(RelationPath()))._path.steps[...])
    return query
  }

  /// The query as a backend sees it.
  @inlinable public var rowQuery: RowQuery {
    RowQuery(Model.table, where: condition, order: orderings, limit: limitCount, offset: offsetCount)
  }
}

extension PersistableModel {
  /// Every row.
  @inlinable public static var all: Query<Self> { Query(condition: nil) }

  /// The rows for which the condition holds.
  public static func `where`(_ condition: (Columns) -> some ConditionTerm) -> Query<Self> { all.where(condition) }
}
