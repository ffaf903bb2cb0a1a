/// Some of the rows that a query selects, and where to go on; see ``Store/page(_:size:after:)``.
public struct Page<Model: PersistableModel>: Sendable, Hashable {
  /// The models, in the order of the query.
  public var items: [Model]
  /// The place behind the last of the items: what the next page comes after. Where there are no items, it is the
  /// place that was asked for, which is nothing for the beginning.
  public var cursor: PageCursor?
  /// Whether there were rows behind the page when it was read.
  public var hasMore: Bool
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
  public func page<Model: PersistableModel>(
    _ query: Query<Model>, size: Int, after cursor: PageCursor? = nil
  ) async throws(StoreError) -> Page<Model> {
    let rows = query.rowQuery
    try rows.check()
    guard size > 0 else { throw .misuse(reason: "a page of \(size) rows was asked for; the least is one of 1") }
    let keyset = Keyset(rows)
    let fingerprint = QueryFingerprint(rows).value
    if let cursor { try cursor.check(fingerprint, valueCount: keyset.orderings.count) }
    let before = cursor?.count ?? 0
    let rest = rows.limit.map { Swift.max(0, $0 - before) } ?? .max
    let wanted = size < rest ? size + 1 : rest
    let segments = wanted == 0 ? [] : keyset.segments(rows, after: cursor?.values)
    let isSingle = segments.count <= 1 && keyset.isPlain && !query.loadsRelations
    var next = PageCursor(fingerprint: fingerprint, count: before, values: [])
    if isSingle, var segment = segments.first {
      segment.limit = wanted
      var items: [Model] = []
      if try collectAtOnce(segment, &items) {
        let hasMore = items.cut(to: size)
        guard let last = items.last else { return Page(items: [], cursor: cursor, hasMore: false) }
        next.move(behind: items.count, keyset.plainValues(of: last).compactMap { $0 })
        return Page(items: items, cursor: next, hasMore: hasMore)
      }
    }
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      var items: [Model] = try await load(segments, query.included, limit: wanted, from: session)
      let hasMore = items.cut(to: size)
      guard let last = items.last else { return Page(items: [], cursor: cursor, hasMore: false) }
      next.move(behind: items.count, try await keyset.values(of: last, session))
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

extension Array {
  /// Keeps no more than the first ones; returns whether there were more.
  fileprivate mutating func cut(to size: Int) -> Bool {
    guard count > size else { return false }
    removeLast(count - size)
    return true
  }
}
