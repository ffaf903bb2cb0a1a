/// A query as a backend sees it.
public struct RowQuery: Sendable {
  public var table: TableDescription
  /// Which rows; all where there is none.
  public var condition: Condition?
  public var order: [Ordering]
  public var limit: Int?
  public var offset: Int

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

/// What to sort by. Rows that are equal in everything are sorted by their primary key, so that every order is total
/// and the same on every backend. Null comes first, or last where the order is descending.
public struct Ordering: Hashable, Sendable {
  public var expression: QueryExpression
  public var isDescending: Bool

  public init(_ expression: QueryExpression, isDescending: Bool = false) {
    self.expression = expression
    self.isDescending = isDescending
  }
}
