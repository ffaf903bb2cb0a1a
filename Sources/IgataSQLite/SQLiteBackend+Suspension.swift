#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension SQLiteBackend {
  /// Ends everything that uses the file, and closes it, so that the process holds no lock on it.
  ///
  /// Call this before the system suspends the process, on the thread on which it tells so. iOS ends a process that is
  /// suspended while it locks a file of an app group.
  ///
  /// A statement that runs is interrupted, and all transactions are rolled back, except for one whose commit is in
  /// progress, which is waited for. Their calls and all others throw ``/IgataRuntime/StoreError/suspended`` until
  /// ``resume()``; observations wait for that, and read again. The call returns when the file is closed, or after 2
  /// seconds, if a call can't be interrupted because it waits in a closure of the program. A database in memory is left
  /// as it is.
  public func suspend() {
    guard !isInMemory else { return }
    connections.suspend()
    if connections.isEmpty { shared.forgetLog() }
  }

  /// Opens the file again when it is next used. Observers hear that other processes may have changed any row.
  public func resume() {
    guard !isInMemory else { return }
    // A call that was not interrupted in time has ended since.
    if connections.isEmpty { shared.forgetLog() }
    connections.resume()
    ChangeRelay(identity).notifyOfOtherRows()
  }
}

#endif
