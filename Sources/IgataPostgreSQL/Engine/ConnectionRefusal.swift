#if PostgreSQL
internal import CPostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Why a connection could not be opened. Only what may be different at the next attempt is `unreachable`: the network,
/// a server that starts or has too many connections, and one that has another role for now. Everything else, such as
/// a password, a certificate or an option that libpq refuses, stays as it is until somebody changes it.
enum ConnectionRefusal {
  /// - Parameter handle: A connection that could not be opened. It is tried once more if the server has answered, as
  ///   libpq provides the SQLSTATE of a refused connection in a verbose message alone, and the server may translate the
  ///   rest of the message.
  /// - Returns: `nil` if the connection is open now.
  static func find(_ handle: OpaquePointer) -> StoreError? {
    let message = ServerFailure(handle).message
    if isPassing(handle) { return .unreachable(reason: message) }
    if PQconnectionNeedsPassword(handle) == 1 { return .accessDenied(reason: message) }
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    PQreset(handle)
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    if PQstatus(handle) == CONNECTION_OK { return nil }
    return isPassing(handle) ? .unreachable(reason: message) : .accessDenied(reason: message)
  }

  private static func isPassing(_ handle: OpaquePointer) -> Bool {
    // All lines: there is one for each host that was tried.
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return passingTexts.contains { text.contains($0) } || states(in: text).contains(where: isPassing)
  }

  /// What libpq reports by itself, without the server.
  private static let passingTexts = [
    // After each connection that the system can't make.
    "Is the server running",
    "could not translate host name", "timeout expired", "server closed the connection unexpectedly",
    "could not receive data from server", "could not send", "could not create socket", "could not get socket",
    "SSL SYSCALL error", "SSL connection has been closed", "unexpected eof while reading", "out of memory",
    // Each of several servers may become the primary one.
    "session is read-only", "session is not read-only", "in hot standby mode",
  ]

  /// Failed connections to other servers, as poolers report them; a lack of resources, such as connections; a start or
  /// shutdown; and errors of the system.
  private static func isPassing(_ state: Substring) -> Bool {
    ["08", "53", "57P", "58"].contains { state.hasPrefix($0) }
  }

  /// The SQLSTATEs in a verbose message, such as `FATAL:  53300: sorry, too many clients already`.
  private static func states(in text: String) -> [Substring] {
    text.split(separator: ": ", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.filter { part in
      part.utf8.count == 5 && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }
  }
}

/// Runs `body`, in which this thread has texts of the system and of libpq in English, whatever the program's language.
func inEnglish<Result>(_ body: () -> Result) -> Result {
  guard let english = newlocale(LC_MESSAGES_MASK, "C", nil) else { return body() }
  let own = uselocale(english)
  defer {
    uselocale(own)
    freelocale(english)
  }
  return body()
}

#endif
