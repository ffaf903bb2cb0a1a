#if PostgreSQL

/// Rows that come in batches, by a cursor of the server's: each batch is asked for before the one in front of it is
/// read, so that the server makes it meanwhile, and however many there are, the library keeps two of them at most.
struct CursorBatches {
  /// How many rows a batch has.
  static let size: Int32 = 512

  private let connection: Connection
  private let fetching: String
  /// How many batches were asked for whose answers have not come.
  private var askedCount = 0
  private var isLast = false

  init(_ connection: Connection, of cursor: String) {
    self.connection = connection
    fetching = "FETCH \(Self.size) FROM \(cursor)"
  }

  /// Sends what opens the cursor, and asks for its first rows.
  mutating func begin(_ requests: [Request]) throws(ServerFailure) {
    try connection.send(requests + [.command(fetching)])
    askedCount = 1
    try askAhead()
  }

  /// Waits for the next batch, and asks for the one behind it; nothing where there is none.
  mutating func next() async throws(ServerFailure) -> ServerResult? {
    if isLast { return nil }
    askedCount -= 1
    let result = try await connection.answers().results.last
    isLast = result.map { $0.rowCount < Self.size } ?? true
    if !isLast { try askAhead() }
    return result
  }

  /// Leaves what was asked for in vain to whoever asks next.
  mutating func end() {
    connection.owe(askedCount)
    askedCount = 0
  }

  private mutating func askAhead() throws(ServerFailure) {
    try connection.sendAhead(fetching)
    askedCount += 1
  }
}

#endif
