/// Some of the rows that a query selects, and where the next page starts; see ``Store/page(_:size:after:)``.
public struct Page<Item: Sendable>: Sendable {
  /// The models or values, in the order of the query.
  public var items: [Item]
  /// The position after the last of the items, for rows that are added there later. If there are no items, it is the
  /// cursor that was passed, which is `nil` for the first page.
  public var position: PageCursor?
  /// Whether there were rows after the page when it was read.
  public var hasMore: Bool

  @usableFromInline
  init(items: [Item], position: PageCursor?, hasMore: Bool) {
    self.items = items
    self.position = position
    self.hasMore = hasMore
  }

  /// Where the next page starts; `nil` after the last page.
  public var cursor: PageCursor? { hasMore ? position : nil }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}

extension Store {
  /// The first `size` rows that the query selects, or those after a position in its order.
  ///
  /// ```swift
  /// var page = try await store.page(entries, size: 50)
  /// while let cursor = page.cursor { page = try await store.page(entries, size: 50, after: cursor) }
  /// ```
  ///
  /// A page is found by the values of the row before it instead of by counting rows. If an index serves the query's
  /// order, the ten thousandth page costs as much as the first. Rows that are inserted or deleted between two pages
  /// neither repeat nor hide other rows; a row that moves in the order is returned at its new position. A query's
  /// offset skips rows of the first page, and its limit counts across all pages.
  ///
  /// Throws ``StoreError/invalidCursor(reason:)`` if the cursor belongs to another query.
  @inlinable
  public func page<Model: PersistableModel>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil
  ) async throws(StoreError) -> Page<Model> {
    if let page = try pageSynchronously(query, size: size, after: cursor) { return page }
    return try await pageInSession(query, size: size, after: cursor)
  }

  /// A page that can be read without suspending; `nil` if it can't.
  @inlinable
  func pageSynchronously<Model: PersistableModel>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor?
  ) throws(StoreError) -> Page<Model>? {
    var rows = query.rowQuery
    guard !query.loadsRelations, let pages = try pages(&rows, size, cursor) else { return nil }
    var items: [Model] = []
    items.reserveCapacity(Swift.min(size, 100))
    var hasMore = false
    let isDone = try readSynchronously(rows) { (row) throws(StoreError) in
      row.remaining = size
      row.source = readOrigin
      Model.collect(&row, into: &items)
      hasMore = items.count == size && row.isThereMore()
      try row.checkFault(Model.table)
    }
    guard isDone else { return nil }
    if items.isEmpty { return Page(items: items, position: cursor, hasMore: false) }
    let last = items[items.count - 1].primaryKey._keyValues
    return Page(items: items, position: pages.cursor(after: cursor, count: items.count, last), hasMore: hasMore)
  }

  /// Changes a query that is sorted by a key of one column into the query for one page and the row after it. Returns
  /// `nil`, and leaves the query unchanged, if it isn't such a query.
  @usableFromInline
  func pages(_ rows: inout RowQuery, _ size: Int, _ cursor: PageCursor?) throws(StoreError) -> PagedQuery? {
    guard rows.order.isEmpty, rows.table.primaryKey.count == 1, size > 0, size < .max else { return nil }
    try rows.check()
    let rest = rows.limit.map { Swift.max(0, $0 - (cursor?.count ?? 0)) } ?? .max
    guard let cursor else {
      let pages = PagedQuery(rows)
      rows.limit = Swift.min(rest, size + 1)
      return pages
    }
    try cursor.check(rows, valueCount: 1)
    if cursor.values[0].isNull { return nil }
    let pages = cursor.pages ?? PagedQuery(rows)
    rows.condition = pages.isAfter(cursor.values[0])
    rows.limit = Swift.min(rest, size + 1)
    rows.offset = 0
    return pages
  }

  @usableFromInline
  func pageInSession<Model: PersistableModel>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor?
  ) async throws(StoreError) -> Page<Model> {
    let request = try PageRequest(query.rowQuery, size: size, after: cursor)
    let isSingle = request.segments.count <= 1 && request.keyset.isPlain && !query.loadsRelations
    if isSingle, var segment = request.segments.first {
      segment.limit = request.wanted
      var items: [Model] = []
      if try collectSynchronously(segment, &items) {
        let hasMore = items.count > size
        if hasMore { items.removeLast(items.count - size) }
        let position = items.last.map { request.keyset.plainValues(of: $0).compactMap { $0 } }
        return request.page(items, after: position, hasMore: hasMore)
      }
    }
    let identity = backend.identity
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      try await request.read(ModelBatch(query, identity), from: session)
    }
  }
}

extension RowReader {
  /// Whether there is a row after those that the query was limited to.
  @usableFromInline
  mutating func isThereMore() -> Bool {
    guard fault == nil else { return false }
    remaining = 1
    return next()
  }
}
