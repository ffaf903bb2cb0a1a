/// A position in the rows of a query, from which they are read in batches; see ``BackendSession/cursor(_:)``.
///
/// A cursor belongs to its session. Use it between the session's other calls, and not after the session has ended.
/// Releasing it closes it at any position.
@_spi(Backend) public protocol RowCursor: Sendable {
  /// Passes the next rows, at most `count`, to `consume`, which is called once. There are fewer rows at the end. Throws
  /// the errors of ``BackendSession/read(_:_:)``.
  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)
}
