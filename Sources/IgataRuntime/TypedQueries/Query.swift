/// Which rows of a model to fetch, and in which order. A query is a value that can be stored, compared and extended.
///
/// ```swift
/// let cash = Account.where { $0.kind == .cash && $0.initialAmount > 0 }
/// let first = try await store.fetch(cash.order { $0.name.ascending }.limit(10))
/// ```
public struct Query<Model: PersistableModel>: Sendable, Hashable {
  /// The condition that selects the rows; `nil` for all rows.
  public var condition: Condition?
  /// What to sort by. Rows that are equal in all orderings, or all rows if there are none, are sorted by their primary
  /// key.
  public var orderings: [Ordering] = []
  /// The maximum number of rows.
  public private(set) var limitCount: Int?
  /// The number of rows to skip.
  public private(set) var offsetCount = 0
  /// The relations that are loaded in addition to those that are always loaded.
  @usableFromInline private(set) var included = IncludedRelations()

  @inlinable
  init(condition: Condition?) { self.condition = condition }

  /// The rows whose relation with this number leads to a row, or whose list contains it.
  ///
  /// - Parameter values: The values of the columns that the relation refers to: the row's key, unless it is a linked
  ///   relation.
  public init(_inverse relation: Int, of values: [StoredValue]) {
    let table = Model.table
    let columns = table.relations.indices.contains(relation) ? table.relations[relation].columns : []
    if !columns.isEmpty {
      condition = .keyIsIn(columns: columns, [values])
    } else if let target = table.toManyTarget(relation) {
      let isTarget = Condition.keyIsIn(columns: target.primaryKey, [values])
      condition = .exists(RelatedRows(RelationPath(), relation, where: isTarget))
    } else {
      condition = .never
    }
  }

  /// The rows of this query for which the condition is also true.
  public func `where`(_ condition: (Model.Columns) -> some ConditionTerm) -> Query {
    var query = self
    let added = condition(Model._columns(RelationPath()))._condition
    query.condition = self.condition.map { $0 && added } ?? added
    return query
  }

  /// Sorts the rows, first by the existing orderings, then by these in turn:
  /// `Account.all.order { ($0.kind.ascending, $0.name.descending) }`.
  public func order(@OrderingBuilder _ orderings: (Model.Columns) -> [Ordering]) -> Query {
    var query = self
    query.orderings += orderings(Model._columns(RelationPath()))
    return query
  }

  /// Limits the query to `count` rows. Later changes of the query don't exceed this limit. No rows are selected if
  /// `count` isn't positive.
  public func limit(_ count: Int) -> Query {
    var query = self
    query.limitCount = min(limitCount ?? .max, max(0, count))
    return query
  }

  /// Skips the first `count` rows.
  public func offset(_ count: Int) -> Query {
    var query = self
    query.offsetCount = max(0, count)
    return query
  }

  /// Loads this relation with the models, and the relations on the path to it: `.including { $0.parent.owner }`.
  ///
  /// Required relations, wrappers and ordered lists are always loaded, optional relations only on request. The targets
  /// of a relation are loaded by one query, however many models there are.
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

  /// The rows for which the condition is true.
  public static func `where`(_ condition: (Columns) -> some ConditionTerm) -> Query<Self> { all.where(condition) }
}
