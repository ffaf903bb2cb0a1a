/// A backend that looks rows up on a server, which may be so near that it answers before a task could be suspended and
/// resumed.
///
/// For a single row, suspending would cost more than reading the row. A ``Store`` therefore first sends a lookup by key
/// this way, and uses a session if that isn't possible. The guarantees are the same, and ``StoreError/cancelled`` is
/// thrown in the same cases.
@usableFromInline package protocol LookupBackend: Backend, AnyObject {
  /// Sends a lookup for the row with a key, and reads the result if it arrives immediately: within some tens of
  /// microseconds, as the call blocks its thread for that time. Reading works as in a session of
  /// ``SessionAccess/singleRead`` with ``BackendSession/read(_:_:)``. `key` writes the key as if its columns were those
  /// of a table.
  func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome
}

/// How a lookup went; see ``LookupBackend``.
@usableFromInline package enum LookupOutcome: Sendable {
  /// The result arrived and was read.
  case read
  /// The result has not arrived yet.
  case awaited(any PendingLookup)
  /// Nothing was sent, as the call would have had to wait. Use a session instead.
  case unasked
}

/// A lookup whose result has not arrived yet. Releasing it without reading the result abandons the lookup.
@usableFromInline package protocol PendingLookup: AnyObject, Sendable {
  /// Waits for the result and passes its row to `consume`. Returns `false`, without calling `consume`, if the lookup
  /// was never received; use a session instead. Call this at most once.
  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
}
