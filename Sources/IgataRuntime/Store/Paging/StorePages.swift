extension Store {
  /// The pages of a query, one after the other.
  ///
  /// ```swift
  /// for try await page in store.pages(entries, size: 50) { show(page.items) }
  /// ```
  ///
  /// Each page is read when it is requested, like ``page(_:size:after:)``, so rows that are written in the meantime are
  /// seen. If all of them have to be of one moment, use ``stream(_:)``.
  ///
  /// - Parameters:
  ///   - query: The query, whose limit counts across all pages.
  ///   - size: The number of models of each page but the last, at least 1.
  public func pages<Model: PersistableModel>(_ query: Query<Model>, size: Int) -> StorePages<Model> {
    StorePages { (cursor) async throws(StoreError) in try await page(query, size: size, after: cursor) }
  }
}

/// The pages of a query, each read on demand; see ``Store/pages(_:size:)``.
public struct StorePages<Item: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page<Item>
  /// The errors of reading.
  public typealias Failure = StoreError

  /// Returns the page after a position.
  typealias ReadPage = @Sendable (PageCursor?) async throws(StoreError) -> Page<Item>

  let readPage: ReadPage

  /// Makes an iterator, which begins with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(readPage: readPage) }

  /// Iterates over the pages.
  public struct Iterator: AsyncIteratorProtocol {
    /// `nil` after the last page.
    private var readPage: ReadPage?
    private var cursor: PageCursor?

    init(readPage: @escaping ReadPage) { self.readPage = readPage }

    /// The next page; `nil` at the end. A query without rows has one page without items.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> Page<Item>? {
      guard let readPage else { return nil }
      do throws(StoreError) {
        let page = try await readPage(cursor)
        cursor = page.cursor
        if cursor == nil { self.readPage = nil }
        return page
      } catch {
        self.readPage = nil
        throw error
      }
    }
  }
}
