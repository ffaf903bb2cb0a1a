#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

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
