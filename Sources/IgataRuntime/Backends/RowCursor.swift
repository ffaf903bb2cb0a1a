/// A place in the rows of a query, from which they are read a few at a time; see ``BackendSession/cursor(_:)``.
///
/// It belongs to its session: it is used between the session's other calls, is of no use after its end, and is given
/// up, wherever it stands, by being released.
@_spi(Backend) public protocol RowCursor: Sendable {
  /// Hands the next rows, `count` at most, to `consume`, which is called once; fewer where there are no more. Errors
  /// are those of ``BackendSession/read(_:_:)``.
  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)
}
