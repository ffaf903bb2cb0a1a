/// A query as a backend sees it.
public struct RowQuery: Sendable, Hashable {
  /// The table whose rows are selected.
  public var table: TableDescription
  /// The condition that selects the rows; `nil` for all rows.
  public var condition: Condition?
  /// What to sort by, in order of significance, followed by the primary key.
  public var order: [Ordering]
  /// The maximum number of rows; `nil` for all rows. With a `partition`, the maximum number of each part.
  public var limit: Int?
  /// The number of rows to skip. With a `partition`, the number to skip of each part.
  public var offset: Int
  /// What the parts of the result have in common, each of which is limited on its own: the rows with equal values here.
  /// Null equals null. The rows are sorted by these values before the ``order``. Only a query that is read has one.
  @_spi(Backend) public var partition: [QueryExpression] = []
  /// What is read of each row, and nothing else; `nil` for the columns of the table. See ``resultTable()``.
  @_spi(Backend) public var values: [QueryExpression]?
  /// Whether the rows are those of a page after the first one. This is informational, and doesn't change which rows are
  /// selected.
  public var isContinuation = false

  /// A query, which selects all rows of a table by default.
  @inlinable
  public init(
    _ table: TableDescription, where condition: Condition? = nil, order: [Ordering] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    self.table = table
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

@_spi(Backend) extension RowQuery {
  /// Selects the rows with these keys.
  public init(_ table: TableDescription, keys: [[StoredValue]]) {
    self.init(table, where: .keyIsIn(columns: table.primaryKey, keys))
  }

  /// The keys, if the query selects the rows with some keys and nothing else; otherwise `nil`.
  public var keys: KeyList? {
    guard case .keyIsIn(let columns, let keys)? = condition?.kind, order.isEmpty, partition.isEmpty, limit == nil,
      offset == 0, columns == table.primaryKey
    else { return nil }
    return keys
  }
}

extension RowQuery {
  /// Whether the query has a limit or an offset.
  package var isLimited: Bool { limit != nil || offset > 0 }

  /// Whether the query selects all rows of its table.
  var selectsAll: Bool { condition == nil && !isLimited }
}

/// An expression to sort by. Rows that are equal in all orderings are sorted by their primary key, so that every order
/// is total and the same on every backend. Null sorts first, or last in descending order.
public struct Ordering: Hashable, Sendable {
  /// The expression that is compared.
  @_spi(Backend) public var expression: QueryExpression
  /// Whether to sort in descending order.
  public var isDescending: Bool

  @_spi(Backend) public init(_ expression: QueryExpression, isDescending: Bool = false) {
    self.expression = expression
    self.isDescending = isDescending
  }
}

extension TableDescription: Hashable {
  /// Whether both have the same description.
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: TableDescription, _ right: TableDescription) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
