#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A prepared statement, which is finalized when it is deallocated.
final class Statement {
  let handle: OpaquePointer
  /// The text, with placeholders for all values.
  let sql: String
  let kind: StatementKind

  /// - Parameter text: The text without values, if `sql` has some.
  init(_ sql: String, on database: OpaquePointer, reportedAs text: String? = nil) throws(EngineFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw EngineFailure(database, isOfText: true) }
    self.handle = handle
    self.sql = text ?? sql
    kind = StatementKind(sql)
  }

  /// Takes ownership of a prepared statement.
  init(_ handle: OpaquePointer, of sql: String) {
    self.handle = handle
    self.sql = sql
    kind = StatementKind(sql)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement up to its next row, and returns whether there is one. After the last one, another step would
  /// start the statement again.
  ///
  /// It is called in ``Connection/use(bound:isInterruptible:staysOpen:_:)``.
  func step() throws(EngineFailure) -> Bool { try Self.step(handle) }

  /// Steps a statement that somebody else keeps.
  @inline(__always)
  static func step(_ handle: OpaquePointer?) throws(EngineFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw EngineFailure(ofStatement: handle)
    }
  }

  /// Runs the statement to its end, and ignores its rows.
  func stepToEnd() throws(EngineFailure) { while try step() {} }
}

#endif
