/// A backend whose rows are at hand, so that a call has nothing to wait for but other sessions.
///
/// Where a single row is read or written, suspending and resuming costs as much as the row itself. A ``Store`` asks
/// such a backend first for what can be done at once, and goes the ordinary way where that is nothing. What is done
/// this way promises what the ordinary way promises.
public protocol DirectBackend: Backend, AnyObject {
  /// As ``Backend/begin(_:)``, where nothing has to be waited for; else nothing, having begun nothing.
  func beginAtOnce(_ access: Access) throws(StoreError) -> (any DirectSession)?
}

/// A session whose calls return at once. Each promises what the call of ``BackendSession`` does that it is named after,
/// which it is the default of.
public protocol DirectSession: BackendSession, AnyObject {
  /// As ``BackendSession/read(_:_:)``.
  func readAtOnce(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError)

  /// Reads the one row that has a key, or none. `key` writes the key as if its columns were those of a table.
  func readAtOnce(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError)

  /// As ``BackendSession/write(_:_:)``.
  func writeAtOnce(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int

  /// As ``BackendSession/commit()``.
  func commitAtOnce() throws(StoreError)
  /// As ``BackendSession/rollback()``.
  func rollbackAtOnce()
}

// Asynchronous and not isolated: what the main actor awaits is done elsewhere.
extension DirectSession {
  public func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try readAtOnce(query, consume)
  }

  public func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try writeAtOnce(write, produce)
  }

  public func commit() async throws(StoreError) { try commitAtOnce() }
  public func rollback() async { rollbackAtOnce() }
}
