/// A backend whose rows are in this process, so that a call only ever waits for other sessions.
///
/// For a single row, suspending and resuming costs as much as reading or writing the row. A ``Store`` therefore first
/// tries these synchronous calls, and uses a session if they can't complete. The guarantees are the same, and
/// ``StoreError/cancelled`` is thrown in the same cases.
@_spi(Backend) public protocol DirectBackend: Backend, AnyObject {
  /// Reads like a session of ``SessionAccess/singleRead`` with ``BackendSession/read(_:_:)``. Returns `false`, without
  /// calling `consume`, if it would have to wait for other sessions.
  func readSynchronously(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError)
    -> Bool

  /// Reads the row with a key, if there is one; otherwise like ``readSynchronously(_:_:)``. `key` writes the key as if
  /// its columns were those of a table.
  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool

  /// Writes the one row that `produce` writes, in a transaction of its own, and returns the result of
  /// ``BackendSession/write(_:_:)``. Returns `nil`, without having written anything, if it would have to wait for other
  /// sessions or if the row was rejected. Writing it with a session then reports the reason.
  func writeRowSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int?
}

/// A session of a ``DirectBackend``: the operations of ``BackendSession`` as synchronous calls.
@_spi(Backend) public protocol DirectSession: BackendSession, AnyObject {
  /// Reads like ``BackendSession/read(_:_:)``, which calls it by default.
  func readSynchronously(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError)

  /// Reads the row with a key, if there is one. `key` writes the key as if its columns were those of a table.
  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Writes like ``BackendSession/write(_:_:)``, which calls it by default.
  func writeSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int
}

// Asynchronous and not isolated, so that a call from the main actor runs elsewhere.
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
