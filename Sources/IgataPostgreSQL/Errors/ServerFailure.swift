#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

/// An error that the server reported, or a failed connection.
struct ServerFailure: Error, Hashable {
  /// The five characters of SQLSTATE; empty if the connection failed and not a statement.
  var state: String
  /// The message, which may quote values; ``reason(_:)`` is what may be shown of it. It never contains a password.
  var message: String
  var table: String?
  var column: String?
  var constraint: String?
  /// The columns of the duplicate or dangling key, as the server lists them, without its values.
  var key: String?
  /// The objects that depend on one that can't be dropped, as the server lists them. They are names, without values.
  var dependents: String?
  /// Whether the message is about a position in the text of the statement.
  var hasPosition = false
  /// Whether values were sent with a statement that a user wrote.
  var isOfValues = false
  /// The scope whose settings were refused; `nil` if another statement failed.
  var scope: SessionScope?
  /// Whether a function or a trigger of the database has raised the error.
  var isRaised = false
  /// Whether a policy of the table refuses a row that was written.
  var isOfPolicy = false
  /// Whether the connection can't be used any more.
  var isConnectionLost = false
  /// Whether the connection was given up or failed while a canceled task waited for the end of a statement.
  var isCancelled = false
  /// Whether a prepared statement does not exist any more, or has other columns than when it was prepared.
  var isStatementOutdated = false

  /// The SQLSTATE of `DROP` for an object that others depend on.
  private static let hasDependents = "2BP01"

  /// A failed connection. `message` is the reason.
  init(lost message: String) {
    state = ""
    self.message = message
    isConnectionLost = true
  }

  /// The last failure on a connection.
  init(_ connection: OpaquePointer) {
    let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    self.init(lost: message.firstLine)
    isConnectionLost = PQstatus(connection) != CONNECTION_OK
  }

  /// The failure in a result.
  init(result: OpaquePointer, _ connection: OpaquePointer) {
    func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
    state = field(Diagnostic.state) ?? ""
    // The server's own messages have one line, but the key of a row that they name can have several.
    message = field(Diagnostic.message) ?? PQresultErrorMessage(result).map { String(cString: $0).firstLine } ?? ""
    table = field(Diagnostic.table)
    column = field(Diagnostic.column)
    constraint = field(Diagnostic.constraint)
    key = field(Diagnostic.detail).flatMap(Self.key)
    if state == Self.hasDependents { dependents = field(Diagnostic.detail)?.replacing("\n", with: ", ") }
    hasPosition = field(Diagnostic.position) != nil
    isRaised = field(Diagnostic.routine) == Self.raisingRoutine
    isOfPolicy = state == "42501" && field(Diagnostic.routine) == Self.policyRoutine
    // A failure of severity ERROR may come from another server of a cluster, and does not end this connection.
    let isEnd = ["FATAL", "PANIC"].contains(field(Diagnostic.severity))
    isConnectionLost = PQstatus(connection) != CONNECTION_OK || isEnd || state == "08P01"
    isStatementOutdated = Self.outdated.contains(state) || state == "0A000" && isOfCachedPlan(field(Diagnostic.routine))
  }
}

extension ServerFailure {
  /// The SQLSTATEs of a prepared statement or a cursor that does not exist, and of a prepared statement's name that is
  /// in use: a pooler between program and server has changed connections, or all statements were discarded.
  private static let outdated: Set = ["26000", "34000", "42P05"]

  /// The server's function that carries out `RAISE` in PL/pgSQL.
  private static let raisingRoutine = "exec_stmt_raise"

  /// The server's function that checks the policies of a row; the SQLSTATE is that of a missing permission.
  private static let policyRoutine = "ExecWithCheckOptions"

  /// Only the name of the server's function is not localized, and only PostgreSQL itself has it.
  private func isOfCachedPlan(_ routine: String?) -> Bool {
    routine == "RevalidateCachedQuery" || message.contains("cached plan must not change result type")
  }

  /// The names in the first parentheses of `Key (a, b)=(1, 2) already exists.`
  private static func key(_ detail: String) -> String? {
    guard let end = detail.firstRange(of: ")=(")?.lowerBound, let start = detail[..<end].firstIndex(of: "(") else {
      return nil
    }
    return String(detail[start..<end].dropFirst()).replacing("\"", with: "")
  }
}

/// The fields of an error, by the letters of the protocol.
private enum Diagnostic {
  /// Not localized.
  static let severity = Int32(UInt8(ascii: "V"))
  static let state = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
  static let detail = Int32(UInt8(ascii: "D"))
  static let position = Int32(UInt8(ascii: "P"))
  static let table = Int32(UInt8(ascii: "t"))
  static let column = Int32(UInt8(ascii: "c"))
  static let constraint = Int32(UInt8(ascii: "n"))
  static let routine = Int32(UInt8(ascii: "R"))
}

extension String {
  fileprivate var firstLine: String {
    String(split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true).first ?? "")
  }
}

// If tables are distributed over a cluster, its coordinator forwards the messages of other servers without the fields
// for tables, columns and constraints and, if a COPY or a commit failed, without the SQLSTATE. In the message, the
// names end with the number of the shard.
extension ServerFailure {
  /// The failure as a single server would report it: with the constraint from the message, if one of these tables has
  /// it.
  func brokenElsewhere(_ tables: [TableDescription]) -> StoreError? {
    guard constraint == nil, state.hasPrefix("23") || state == Self.unspecified else { return nil }
    for name in namesInMessage {
      for table in tables {
        if let error = table.error(breaking: name) { return error }
      }
    }
    return nil
  }

  /// Whether another server of the cluster can't be reached or has shut down: class 08 is a failed connection, 57P01 to
  /// 57P04 are a shutdown. If the coordinator forwards no SQLSTATE, the message is that of its own connection.
  var isOtherServerLost: Bool {
    if isConnectionLost { return false }
    if state.hasPrefix("08") || state.hasPrefix("57P0") { return true }
    return state == Self.unspecified && Self.lostServerMessages.contains { message.contains($0) }
  }

  private static let lostServerMessages = [
    "connection to the remote node", "could not establish any connections", "could not connect to",
    "server closed the connection unexpectedly", "terminating connection due to", "connection not open",
    "could not receive data from server", "could not send data to server", "SSL SYSCALL error",
    "SSL connection has been closed", "failure on connection marked as essential", "no connection to the server",
  ]

  /// The SQLSTATE of a failure on another server.
  static let unspecified = "XX000"

  /// The quoted names in the message, without the numbers of shards.
  private var namesInMessage: [String] {
    let pieces = message.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.indices.filter { $0 % 2 == 1 }.compactMap { index in
      guard let mark = pieces[index].lastIndex(of: "_") else { return nil }
      let number = pieces[index][mark...].dropFirst()
      return number.isEmpty || !number.allSatisfy(\.isNumber) ? nil : String(pieces[index][..<mark])
    }
  }
}

#endif
