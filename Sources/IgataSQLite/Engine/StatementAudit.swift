#if SQLite || canImport(SQLite3)

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// What a statement in SQL may do, with its triggers and the delete rules of its tables, as SQLite reports while it
/// prepares the statement.
///
/// SQLite would prepare all statements again if it were told each time to report, and so it always does.
final class StatementAudit {
  private var isRecording = false
  /// The tables in which rows may be inserted, updated or deleted, as the database spells them.
  private(set) var changedTables: Set<String> = []
  /// The columns that it reads, each with its table.
  private(set) var readColumns: Set<[String]> = []
  /// Whether the statement does anything else than reading and changing rows, such as creating a table.
  private(set) var isDefinition = false
  /// Why the statement must not be run; `nil` if it may be.
  private(set) var refusal: String?
  /// Whether nothing was reported yet.
  private var isFirst = true
  /// Whether only the first report can refuse the statement.
  private var isConnecting = false
  /// Whether the statement runs outside of a transaction.
  private var isAlone = false
  /// Whether a statement is prepared that must not attach a database. One that runs, as `VACUUM`, still can.
  var refusesDatabases = false

  var isReading: Bool { changedTables.isEmpty && !isDefinition && refusal == nil }

  /// Receives the reports of a connection, which keeps the audit.
  func register(on database: OpaquePointer) {
    sqlite3_set_authorizer(
      database,
      { audit, action, name, column, schema, _ in
        guard let audit else { return SQLITE_OK }
        let isAllowed = Unmanaged<StatementAudit>.fromOpaque(audit).takeUnretainedValue()
          .isAllowed(
            action, name.map { String(cString: $0) }, column.map { String(cString: $0) },
            isTemporary: schema.map { String(cString: $0) } == "temp")
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Records what the statement that `body` prepares may do.
  ///
  /// A virtual table prepares statements of its own when a connection uses it for the first time, and SQLite reports
  /// those as well. So what doesn't only read is prepared again, when its tables are connected. The first report of a
  /// statement that is refused, and may run while it is prepared, is its own.
  ///
  /// - Parameter isAlone: Whether the statement runs outside of a transaction. Then it can't create what is temporary,
  ///   which nothing would roll back if it hides a table.
  func record<Result, Failure: Error>(
    isAlone: Bool = false, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    self.isAlone = isAlone
    isRecording = true
    defer { isRecording = false }
    begin(isConnecting: true)
    let result = try body()
    if isReading { return result }
    begin(isConnecting: false)
    return try body()
  }

  private func begin(isConnecting: Bool) {
    (changedTables, readColumns, isDefinition, refusal, isFirst) = ([], [], false, nil, true)
    self.isConnecting = isConnecting
  }

  private static let schemas: Set<String> = ["sqlite_master", "sqlite_temp_master"]

  private func isAllowed(
    _ action: Int32, _ name: @autoclosure () -> String?, _ column: @autoclosure () -> String?,
    isTemporary: @autoclosure () -> Bool
  ) -> Bool {
    guard isRecording else { return isHarmless(action, name) }
    switch action {
    case SQLITE_READ: readColumns.insert([name() ?? "", column() ?? ""])
    case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: break
    case _ where isAlone && isTemporary():
      refusal = "something temporary would stay on the connection, which others use after this: use 'execute'"
    case SQLITE_PRAGMA where isAlone && Self.maintainingPragmas.contains(name()?.lowercased() ?? ""):
      isDefinition = true
    // The first use of a function that returns a table is reported as an update of the schema.
    case SQLITE_UPDATE where Self.schemas.contains(name() ?? ""): break
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: changedTables.insert(name() ?? "")
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: refusal = "use 'transaction' to begin and end transactions"
    case SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA:
      refusal =
        "it would change the connection, which others use after this: use the options of the backend, or read a pragma "
        + "as a table (pragma_table_info('accounts'))"
    default: isDefinition = true
    }
    defer { isFirst = false }
    return refusal == nil || (isConnecting && !isFirst)
  }

  /// The pragmas that work on the file and leave the connection as it is.
  private static let maintainingPragmas: Set<String> = ["optimize", "incremental_vacuum", "wal_checkpoint"]

  private static let harmfulPragmas: Set<String> = ["writable_schema", "temp_store_directory", "data_store_directory"]

  /// Whether a statement that isn't of a user stays in the database: sealed scripts can be of somebody else.
  private func isHarmless(_ action: Int32, _ name: () -> String?) -> Bool {
    switch action {
    // No script of a version may open another file. A database without a name is temporary; `VACUUM` makes one.
    case SQLITE_ATTACH: name() == "" && !refusesDatabases
    case SQLITE_PRAGMA: !Self.harmfulPragmas.contains(name()?.lowercased() ?? "")
    default: true
    }
  }
}

#endif
