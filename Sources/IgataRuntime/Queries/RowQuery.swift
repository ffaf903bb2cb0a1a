/// A query as a backend sees it.
public struct RowQuery: Sendable, Hashable {
  /// The table whose rows are wanted.
  public var table: TableDescription
  /// Which rows; all where there is none.
  public var condition: Condition?
  /// What to sort by, the first before the second; the primary key comes last by itself.
  public var order: [Ordering]
  /// How many rows at most; all where there is none.
  public var limit: Int?
  /// How many rows to leave out first.
  public var offset: Int
  /// Whether the rows are those of a page behind the first one. It says why they are asked for, and changes nothing
  /// about which they are.
  public var isContinuation = false

  /// A query for all rows of a table, unless said otherwise.
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

/// What to sort by. Rows that are equal in everything are sorted by their primary key, so that every order is total
/// and the same on every backend. Null comes first, or last where the order is descending.
public struct Ordering: Hashable, Sendable {
  /// What is compared.
  public var expression: QueryExpression
  /// Whether the greatest comes first.
  public var isDescending: Bool

  public init(_ expression: QueryExpression, isDescending: Bool = false) {
    self.expression = expression
    self.isDescending = isDescending
  }
}

extension TableDescription: Hashable {
  /// Whether both are the same description.
  // Not `==` by name: each one is looked at in every comparison that a program compiles.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: TableDescription, _ right: TableDescription) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
