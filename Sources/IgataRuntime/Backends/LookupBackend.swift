/// A backend that asks others for its rows, who may be so near that they answer before a task could be taken off its
/// thread and put back.
///
/// Where a single row is read, that would cost more than the row. A ``Store`` asks such a backend for a row by its key
/// before it goes the ordinary way; what is done so promises what the ordinary way promises, and throws
/// ``StoreError/cancelled`` where that would.
@usableFromInline package protocol LookupBackend: Backend, AnyObject {
  /// Asks for the one row that has a key, or none, and reads the answer, as a session of ``SessionAccess/singleRead`` does by
  /// ``BackendSession/read(_:_:)``, if it comes at once: within some tens of microseconds, as the thread is kept
  /// meanwhile. `key` writes the key as if its columns were those of a table.
  func ask(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome
}

/// What became of a question for a row; see ``LookupBackend``.
@usableFromInline package enum LookupOutcome: Sendable {
  /// The answer came, and was read.
  case read
  /// The answer is still to come.
  case awaited(any PendingLookup)
  /// Nothing was asked, as others would have to be waited for: there is the ordinary way.
  case unasked
}

/// An answer that is still to come. One that is let go of without having been read is given up.
@usableFromInline package protocol PendingLookup: AnyObject, Sendable {
  /// Waits for the answer and hands its row to `consume`. Returns `false`, and has handed over nothing, where the
  /// question never came through: there is the ordinary way. Called once at most.
  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
}
