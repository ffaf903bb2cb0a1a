/// What is made of the rows of a page, or of a part of a stream.
protocol RowBatch<Element>: SendableMetatype {
  associatedtype Element: Sendable

  /// The query, which reads what the elements are made of.
  var rows: RowQuery { get }
  /// The number of rows that were read.
  var count: Int { get }

  /// Reads the rows that `read` reads. The columns are those of ``rows``.
  mutating func append(
    _ session: any BackendSession,
    _ read: ((inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Void
  ) async throws(StoreError)

  /// Keeps the first rows.
  mutating func cut(to count: Int)

  /// The values by which the last row is sorted; `nil` if there are no rows.
  func position(_ keyset: Keyset, _ session: any BackendSession) async throws(StoreError) -> [StoredValue]?

  /// The elements, with everything that belongs to them.
  func elements(_ session: any BackendSession) async throws(StoreError) -> [Element]
}

extension RowBatch {
  /// Reads the rows that come after a position of a query, or at its beginning, until there are `wanted`.
  mutating func append(
    _ segments: [RowQuery], wanted: Int, _ session: any BackendSession
  ) async throws(StoreError) {
    for var segment in segments where count < wanted {
      segment.values = rows.values
      segment.limit = wanted - count
      let query = segment
      try await append(session) { (consume) throws(StoreError) in
        do throws(StoreError) { try await session.read(query, consume) } catch { throw query.naming(error) }
      }
    }
  }
}
