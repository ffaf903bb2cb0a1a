/// A backend whose rows are at hand, so that a call has nothing to wait for but other sessions.
///
/// Where a single row is read or written, suspending and resuming costs as much as the row itself. A ``Store`` asks
/// such a backend first for what can be done at once, and goes the ordinary way where that is nothing. What is done
/// this way promises what the ordinary way promises, and throws ``StoreError/cancelled`` where that would.
@_spi(Backend) public protocol DirectBackend: Backend, AnyObject {
  /// As a session of ``SessionAccess/singleRead`` does by ``BackendSession/read(_:_:)``. Returns whether it was done: `false`,
  /// `consume` not having been called, where others would have to be waited for.
  func readSynchronously(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError) -> Bool

  /// Reads the one row that has a key, or none; otherwise as ``readSynchronously(_:_:)``. `key` writes the key as if its
  /// columns were those of a table.
  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool

  /// Writes the one row that `produce` gives, in a transaction of its own. Returns what ``BackendSession/write(_:_:)``
  /// does; nothing, nothing having been written, where others would have to be waited for or the row was refused: the
  /// ordinary way then tells why.
  func writeRowSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int?
}

/// A session of a ``DirectBackend``: what ``BackendSession`` asks of a session, by calls that return at once.
@_spi(Backend) public protocol DirectSession: BackendSession, AnyObject {
  /// As ``BackendSession/read(_:_:)``, which it is the default of.
  func readSynchronously(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError)

  /// Reads the one row that has a key, or none. `key` writes the key as if its columns were those of a table.
  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError)

  /// As ``BackendSession/write(_:_:)``, which it is the default of.
  func writeSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int
}

// Asynchronous and not isolated: what the main actor awaits is done elsewhere.
@_spi(Backend) extension DirectSession {
  /// Reads without suspending.
  public func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try readSynchronously(query, consume)
  }

  /// Writes without suspending.
  public func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try writeSynchronously(write, produce)
  }
}
