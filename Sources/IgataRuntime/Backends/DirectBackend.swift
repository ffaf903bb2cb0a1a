/// A backend that may answer at once: its rows are in this process, or on a server so near that it answers before a
/// task could be suspended and resumed.
///
/// For a single row, suspending and resuming costs as much as reading or writing the row. A ``Store`` therefore first
/// tries these synchronous calls, and uses a session if they can't complete. The guarantees are the same, and
/// ``StoreError/cancelled`` is thrown in the same cases. By default, nothing but ``lookUp(_:key:for:_:)`` completes.
/// Each statement is reported to the call that is passed, or to nobody if that is `nil`.
@_spi(Backend) public protocol DirectBackend: Backend, AnyObject {
  /// Whether ``writeRowSynchronously(_:for:_:)`` may complete.
  var writesSynchronously: Bool { get }

  /// Reads like a session of ``SessionAccess/singleRead`` with ``BackendSession/read(_:_:)``. Returns `false`, without
  /// calling `consume`, if it would have to wait.
  func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool

  /// Reads the row with a key, if there is one, like ``readSynchronously(_:for:_:)``. `key` writes the key as if its
  /// columns were those of a table.
  ///
  /// A server may keep the calling thread for its answer, for some tens of microseconds.
  func lookUp(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome

  /// Writes the one row that `produce` writes, in a transaction of its own, and returns the result of
  /// ``BackendSession/write(_:_:)``. Returns `nil`, without having written anything, if it would have to wait for other
  /// sessions or if the row was rejected. Writing it with a session then reports the reason.
  func writeRowSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int?
}

@_spi(Backend) extension DirectBackend {
  /// No.
  public var writesSynchronously: Bool { false }

  /// Doesn't read.
  public func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool { false }

  /// Doesn't write.
  public func writeRowSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? { nil }
}

/// How a lookup went; see ``DirectBackend/lookUp(_:key:for:_:)``.
@_spi(Backend) public enum LookupOutcome: Sendable {
  /// The row was read, if there is one.
  case read
  /// The answer has not arrived yet.
  case awaited(any PendingLookup)
  /// Nothing was asked, as the call would have had to wait. Use a session instead.
  case unasked
}

/// A lookup whose answer has not arrived yet. Releasing it without reading the answer abandons the lookup.
@_spi(Backend) public protocol PendingLookup: AnyObject, Sendable {
  /// Waits for the answer and passes its row to `consume`. Returns `false`, without calling `consume`, if the lookup
  /// was never received; use a session instead. Call this at most once.
  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
}

/// A session of a ``DirectBackend``: the operations of ``BackendSession`` as synchronous calls.
@_spi(Backend) public protocol DirectSession: BackendSession, AnyObject {
  /// Reads like ``BackendSession/read(_:_:)``, which calls it by default.
  func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Reads the row with a key, if there is one. `key` writes the key as if its columns were those of a table.
  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Writes like ``BackendSession/write(_:_:)``, which calls it by default.
  func writeSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int
}

// Asynchronous and not isolated, so that a call from the main actor runs elsewhere.
@_spi(Backend) extension DirectSession {
  /// Reads without suspending.
  public func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try readSynchronously(query, for: .current, consume)
  }

  /// Writes without suspending.
  public func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try writeSynchronously(write, for: .current, produce)
  }
}
