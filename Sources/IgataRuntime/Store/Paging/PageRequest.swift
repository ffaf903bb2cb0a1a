/// Which rows to read for one page of a query.
struct PageRequest {
  let keyset: Keyset
  /// The queries to read, one after the other, until there are ``wanted`` rows.
  let segments: [RowQuery]
  /// The number of rows: one more than the page has, to find out whether there are more.
  let wanted: Int
  private let size: Int
  private let cursor: PageCursor?
  private let pages: PagedQuery

  /// The first `size` rows of a query, or those after a position.
  ///
  /// Throws ``StoreError/invalidCursor(reason:)`` if the cursor belongs to another query, and
  /// ``StoreError/misuse(reason:)`` if the size isn't positive.
  init(_ rows: RowQuery, size: Int, after cursor: PageCursor?) throws(StoreError) {
    try rows.check()
    guard size > 0 else { throw .misuse(reason: "a page of \(size) rows was requested; the smallest one has 1") }
    self.size = size
    self.cursor = cursor
    keyset = Keyset(rows)
    try cursor?.check(rows, valueCount: keyset.orderings.count)
    let rest = rows.limit.map { max(0, $0 - (cursor?.count ?? 0)) } ?? .max
    wanted = size < rest ? size + 1 : rest
    var segments = wanted == 0 ? [] : keyset.segments(rows, after: cursor?.values)
    for index in segments.indices { segments[index].isContinuation = cursor != nil }
    self.segments = segments
    pages = cursor?.pages ?? PagedQuery(rows)
  }

  /// Reads the page into an empty batch.
  func read<Batch: RowBatch>(
    _ empty: Batch, from session: any BackendSession
  ) async throws(StoreError) -> Page<Batch.Element> {
    var batch = empty
    try await batch.append(segments, wanted: wanted, session)
    let hasMore = batch.count > size
    batch.cut(to: size)
    let position = try await batch.position(keyset, session)
    return page(try await batch.elements(session), after: position, hasMore: hasMore)
  }

  /// A page whose last row has these values; `nil` if it has no rows.
  func page<Item>(_ items: [Item], after position: [StoredValue]?, hasMore: Bool) -> Page<Item> {
    guard let position else { return Page(items: [], position: cursor, hasMore: false) }
    let next = pages.cursor(after: cursor, count: items.count, position)
    return Page(items: items, position: next, hasMore: hasMore)
  }
}
