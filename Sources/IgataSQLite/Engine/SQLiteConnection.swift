#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A connection that was just opened, for ``SQLiteOptions/onOpen-swift.property``.
public struct SQLiteConnection: ~Copyable {
  /// The `sqlite3 *` of the connection, for functions of the C library. It is valid in the closure.
  public let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Runs statements, and ignores their rows.
  ///
  /// - Parameter sql: One or more statements, with all values in them, such as a key. It is reported to no observer.
  /// - Throws: An error that has the first two words of the text at most. It says the kind of the failure, and not
  ///   SQLite's message, which may quote the text.
  public borrowing func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code != SQLITE_OK else { return }
    let words = sql.split(whereSeparator: \.isWhitespace).prefix(2)
      .prefix { $0.allSatisfy { $0.isLetter || $0 == "_" } }
    let name = words.isEmpty ? "a statement" : "'\(words.joined(separator: " "))'"
    let reason = sqlite3_errstr(code).map { String(cString: $0) } ?? "it failed"
    throw EngineFailure(code: sqlite3_extended_errcode(handle), message: "error in onOpen, \(name): \(reason)")
      .storeError(nil)
  }
}

extension EngineFailure {
  /// Why a connection could not be prepared by the program.
  fileprivate init(inOnOpen error: any Error) {
    let reason = "error in onOpen: \(error)"
    self.init(code: SQLITE_CANTOPEN, message: reason)
    thrown = error as? StoreError ?? (error is CancellationError ? .cancelled : .unreachable(reason: reason))
    // Another process may end what it does.
    if case .locked? = thrown { code = SQLITE_BUSY }
  }
}

extension SQLiteOptions.OnOpen? {
  /// Lets the program prepare a connection.
  func prepare(_ database: OpaquePointer) throws(EngineFailure) {
    guard let self else { return }
    do { try self(SQLiteConnection(database)) } catch { throw EngineFailure(inOnOpen: error) }
    guard sqlite3_get_autocommit(database) == 0 else { return }
    throw EngineFailure(code: SQLITE_MISUSE, message: "onOpen has left a transaction open: end it there")
  }
}

#endif
