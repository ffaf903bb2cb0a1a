/// A query that is read in pages. All of its cursors share it.
@usableFromInline
final class PagedQuery: Sendable {
  let query: RowQuery
  /// The first column of the key.
  private let key: QueryExpression

  init(_ query: RowQuery) {
    self.query = query
    key = .column(RelationPath(), query.table.primaryKey.first ?? 0)
  }

  /// Whether the query is the same. Written out, as `==` copies what it compares.
  func isSame(as other: borrowing RowQuery) -> Bool {
    query.table === other.table && query.limit == other.limit && query.offset == other.offset
      && query.order == other.order && query.condition == other.condition
  }

  /// The rows after the one with this key, if they are sorted by a key of one column.
  func isAfter(_ value: StoredValue) -> Condition {
    let isAfter = Condition.comparison(key, .greater, .value(value))
    return query.condition.map { .and($0, isAfter) } ?? isAfter
  }

  /// The position after `count` rows of a page, the last of which has these values. The page itself starts at `cursor`.
  @usableFromInline
  func cursor(after cursor: PageCursor?, count: Int, _ values: [StoredValue]) -> PageCursor {
    PageCursor(self, count: (cursor?.count ?? 0) + count, values)
  }
}
