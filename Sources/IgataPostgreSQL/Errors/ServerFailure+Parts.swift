#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

// Where a cluster spreads tables, its coordinator hands on what other servers said: their message, without the fields
// that name things, and without the code where a COPY or a commit failed. In the message a name ends with the number of
// the part of a table that it belongs to.
extension ServerFailure {
  /// The failure as one server would tell it: by the constraint that the message names, where it is one of these
  /// tables'.
  func brokenElsewhere(_ tables: [TableDescription]) -> StoreError? {
    guard constraint == nil, state.hasPrefix("23") || state == Self.unspecified else { return nil }
    for name in namesInMessage {
      for table in tables {
        if let error = table.error(breaking: name) { return error }
      }
    }
    return nil
  }

  /// Whether a server that this one asked can't be reached, or went away: 08 is its connection, 57P01 to 57P04 are its
  /// end. Where the coordinator of a cluster hands on no code, the words are those of its own connection.
  var isOtherServerLost: Bool {
    if isConnectionLost { return false }
    if state.hasPrefix("08") || state.hasPrefix("57P0") { return true }
    return state == Self.unspecified && Self.wordsOfLostServers.contains { message.contains($0) }
  }

  private static let wordsOfLostServers = [
    "connection to the remote node", "could not establish any connections", "could not connect to",
    "server closed the connection unexpectedly", "terminating connection due to", "connection not open",
    "could not receive data from server", "could not send data to server", "SSL SYSCALL error",
    "SSL connection has been closed", "failure on connection marked as essential", "no connection to the server",
  ]

  /// The code of what failed somewhere else.
  static let unspecified = "XX000"

  /// What stands in quotation marks, without the numbers of parts.
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
