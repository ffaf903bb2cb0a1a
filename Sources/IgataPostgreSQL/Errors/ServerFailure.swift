#if PostgreSQL
internal import CPostgreSQL

/// What the server, or the way to it, said when something failed.
struct ServerFailure: Error, Hashable {
  /// The five characters of SQLSTATE; empty where the connection failed and not a statement.
  var state: String
  /// The first line of the message, which never holds a password.
  var message: String
  var table: String?
  var column: String?
  var constraint: String?
  /// The columns of the key that is there already, or leads nowhere, as the server lists them; its values are left out.
  var key: String?
  /// Whether the connection is of no more use.
  var isConnectionLost = false
  /// Whether the connection was given up, or failed, while a task that was cancelled waited for a statement's end.
  var isCancelled = false

  /// The connection failed; `message` says how.
  init(lost message: String) {
    state = ""
    self.message = message
    isConnectionLost = true
  }

  /// What went wrong last on a connection.
  init(_ connection: OpaquePointer) {
    let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    self.init(lost: message.firstLine)
    isConnectionLost = PQstatus(connection) != CONNECTION_OK
  }

  /// What a failed result says.
  init(result: OpaquePointer, _ connection: OpaquePointer) {
    func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
    state = field(Diagnostic.state) ?? ""
    message = (field(Diagnostic.message) ?? PQresultErrorMessage(result).map { String(cString: $0) } ?? "").firstLine
    table = field(Diagnostic.table)
    column = field(Diagnostic.column)
    constraint = field(Diagnostic.constraint)
    key = field(Diagnostic.detail).flatMap(Self.key)
    // What is no more than an error may be of another server, that this one asked, and leaves this connection as it was.
    let isEnd = ["FATAL", "PANIC"].contains(field(Diagnostic.severity))
    isConnectionLost = PQstatus(connection) != CONNECTION_OK || isEnd || state == "08P01"
  }
}

extension ServerFailure {
  /// What stands in the first parentheses of `Key (a, b)=(1, 2) already exists.`
  private static func key(_ detail: String) -> String? {
    guard let end = detail.firstRange(of: ")=(")?.lowerBound, let start = detail[..<end].firstIndex(of: "(") else {
      return nil
    }
    return String(detail[start..<end].dropFirst()).replacing("\"", with: "")
  }
}

/// The fields of an error, by the letters that the protocol gives them.
private enum Diagnostic {
  /// In English, whatever the server's language.
  static let severity = Int32(UInt8(ascii: "V"))
  static let state = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
  static let detail = Int32(UInt8(ascii: "D"))
  static let table = Int32(UInt8(ascii: "t"))
  static let column = Int32(UInt8(ascii: "c"))
  static let constraint = Int32(UInt8(ascii: "n"))
}

extension String {
  fileprivate var firstLine: String {
    String(split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true).first ?? "")
  }
}

#endif
