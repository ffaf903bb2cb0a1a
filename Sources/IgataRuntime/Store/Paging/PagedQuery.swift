/// A query that is read in pages: what all its cursors share, from one page to the next.
@usableFromInline
final class PagedQuery: Sendable {
  let query: RowQuery
  /// The first column of the key.
  private let key: QueryExpression

  init(_ query: RowQuery) {
    self.query = query
    key = .column(RelationPath(), query.table.primaryKey.first ?? 0)
  }

  /// Whether it is this one. Written out, as `==` copies what it compares.
  func isSame(as other: borrowing RowQuery) -> Bool {
    query.table === other.table && query.limit == other.limit && query.offset == other.offset
      && query.order == other.order && query.condition == other.condition
  }

  /// The rows that come behind the one with this key, where they come in the order of a key of one column.
  func isBehind(_ value: StoredValue) -> Condition {
    let isBehind = Condition.comparison(key, .greater, .value(value))
    return query.condition.map { .and($0, isBehind) } ?? isBehind
  }

  /// The place behind so many rows of a page, the last of which has these values; the page itself is behind `cursor`.
  @usableFromInline
  func cursor(after cursor: PageCursor?, behind count: Int, _ values: [StoredValue]) -> PageCursor {
    PageCursor(self, behind: (cursor?.count ?? 0) + count, values)
  }
}
