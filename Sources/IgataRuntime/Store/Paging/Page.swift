/// Some of the rows that a query selects, and where to go on; see ``Store/page(_:size:after:)``.
public struct Page<Model: PersistableModel>: Sendable, Hashable {
  /// The models, in the order of the query.
  public var items: [Model]
  /// The place behind the last of the items: what the next page comes after. Where there are no items, it is the
  /// place that was asked for, which is nothing for the beginning.
  public var cursor: PageCursor?
  /// Whether there were rows behind the page when it was read.
  public var hasMore: Bool

  @usableFromInline
  init(items: [Model], cursor: PageCursor?, hasMore: Bool) {
    self.items = items
    self.cursor = cursor
    self.hasMore = hasMore
  }
}

extension Store {
  /// The first `size` rows that the query selects, or those behind a place in its order.
  ///
  /// ```swift
  /// var page = try await store.page(entries, size: 50)
  /// while page.hasMore { page = try await store.page(entries, size: 50, after: page.cursor) }
  /// ```
  ///
  /// A page is found by the values of the row before it and not by counting rows, so that the ten thousandth costs what
  /// the first does where an index serves the query's order. What is inserted or deleted between two pages neither
  /// repeats nor hides another row; a row whose place in the order changes is met where it then is. A query's offset
  /// leaves out rows of the first page, its limit counts over all pages.
  ///
  /// Throws ``StoreError/invalidCursor(reason:)`` where the cursor is of another query.
  @inlinable
  public func page<Model: PersistableModel>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil
  ) async throws(StoreError) -> Page<Model> {
    if let page = try pageSynchronously(query, size: size, after: cursor) { return page }
    return try await pageInSession(query, size: size, after: cursor)
  }

  /// A page that one read gives; nothing where it takes more, or others would have to be waited for.
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
      Model.collect(&row, into: &items)
      hasMore = items.count == size && row.isThereMore()
      try row.checkFault(Model.table)
    }
    guard isDone else { return nil }
    if items.isEmpty { return Page(items: items, cursor: cursor, hasMore: false) }
    let last = items[items.count - 1].primaryKey._keyValues
    return Page(items: items, cursor: pages.cursor(after: cursor, behind: items.count, last), hasMore: hasMore)
  }

  /// Makes of a query, whose rows come in the order of a key of one column, that for one page and the row behind it.
  /// Returns nothing, the query being as it was, where this is not so.
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
    rows.condition = pages.isBehind(cursor.values[0])
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
    guard size > 0 else { throw .misuse(reason: "a page of \(size) rows was asked for; the least is one of 1") }
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
        let next = pages.cursor(after: cursor, behind: items.count, values)
        return Page(items: items, cursor: next, hasMore: hasMore)
      }
    }
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      var items: [Model] = try await load(segments, query.included, limit: wanted, from: session)
      let hasMore = items.cut(to: size)
      guard let last = items.last else { return Page(items: [], cursor: cursor, hasMore: false) }
      let values = try await keyset.values(of: last, session)
      let next = pages.cursor(after: cursor, behind: items.count, values)
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
  /// Whether there is a row behind those that it was limited to.
  @usableFromInline
  mutating func isThereMore() -> Bool {
    guard fault == nil else { return false }
    remaining = 1
    return next()
  }
}

extension Array {
  /// Keeps no more than the first ones; returns whether there were more.
  fileprivate mutating func cut(to size: Int) -> Bool {
    guard count > size else { return false }
    removeLast(count - size)
    return true
  }
}
