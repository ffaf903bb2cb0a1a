/// Some of the rows that a query selects, and where the next page starts; see ``Store/page(_:size:after:)``.
public struct Page<Model: PersistableModel>: Sendable, Hashable {
  /// The models, in the order of the query.
  public var items: [Model]
  /// The position after the last of the items, at which the next page starts. If there are no items, it is the cursor
  /// that was passed, which is `nil` for the first page.
  public var cursor: PageCursor?
  /// Whether there were rows after the page when it was read.
  public var hasMore: Bool

  @usableFromInline
  init(items: [Model], cursor: PageCursor?, hasMore: Bool) {
    self.items = items
    self.cursor = cursor
    self.hasMore = hasMore
  }
}

extension Store {
  /// The first `size` rows that the query selects, or those after a position in its order.
  ///
  /// ```swift
  /// var page = try await store.page(entries, size: 50)
  /// while page.hasMore { page = try await store.page(entries, size: 50, after: page.cursor) }
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
    var hasMore = false
    let isDone = try readSynchronously(rows) { (row) throws(StoreError) in
      row.remaining = size
      row.source = readOrigin
      Model.collect(&row, into: &items)
      hasMore = items.count == size && row.isThereMore()
      try row.checkFault(Model.table)
    }
    guard isDone else { return nil }
    if items.isEmpty { return Page(items: items, cursor: cursor, hasMore: false) }
    let last = items[items.count - 1].primaryKey._keyValues
    return Page(items: items, cursor: pages.cursor(after: cursor, count: items.count, last), hasMore: hasMore)
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
    let rows = query.rowQuery
    try rows.check()
    guard size > 0 else { throw .misuse(reason: "a page of \(size) rows was requested; the smallest one has 1") }
    let keyset = Keyset(rows)
    try cursor?.check(rows, valueCount: keyset.orderings.count)
    let rest = rows.limit.map { Swift.max(0, $0 - (cursor?.count ?? 0)) } ?? .max
    let wanted = size < rest ? size + 1 : rest
    var segments = wanted == 0 ? [] : keyset.segments(rows, after: cursor?.values)
    for index in segments.indices { segments[index].isContinuation = cursor != nil }
    let pages = cursor?.pages ?? PagedQuery(rows)
    let isSingle = segments.count <= 1 && keyset.isPlain && !query.loadsRelations
    if isSingle, var segment = segments.first {
      segment.limit = wanted
      var items: [Model] = []
      if try collectSynchronously(segment, &items) {
        let hasMore = items.cut(to: size)
        guard let last = items.last else { return Page(items: [], cursor: cursor, hasMore: false) }
        let values = keyset.plainValues(of: last).compactMap { $0 }
        let next = pages.cursor(after: cursor, count: items.count, values)
        return Page(items: items, cursor: next, hasMore: hasMore)
      }
    }
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      var items: [Model] = try await load(segments, query.included, limit: wanted, from: session)
      let hasMore = items.cut(to: size)
      guard let last = items.last else { return Page(items: [], cursor: cursor, hasMore: false) }
      let values = try await keyset.values(of: last, session)
      let next = pages.cursor(after: cursor, count: items.count, values)
      return Page(items: items, cursor: next, hasMore: hasMore)
    }
  }

  /// The rows of one query after the other, until there are enough.
  private func load<Model: PersistableModel>(
    _ segments: [RowQuery], _ included: IncludedRelations, limit: Int, from session: any BackendSession
  ) async throws(StoreError) -> [Model] {
    let context = LoadContext(backend.identity)
    var models: [Model] = []
    for var segment in segments where models.count < limit {
      segment.limit = limit - models.count
      models += try await context.collect(segment, from: session, loadsLists: .all, included)
    }
    try await context.finish(from: session) { $0.error }
    return models
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

extension Array {
  /// Keeps the first elements, and returns whether there were more.
  fileprivate mutating func cut(to size: Int) -> Bool {
    guard count > size else { return false }
    removeLast(count - size)
    return true
  }
}
