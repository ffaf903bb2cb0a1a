#if PostgreSQL

/// Rows that are fetched in batches from a cursor. Each batch is requested before the previous one is read, so that the
/// server prepares it meanwhile, and at most two batches are in memory.
struct CursorBatches {
  /// The number of rows in a batch.
  static let size: Int32 = 512

  private let connection: Connection
  private let fetchCommand: String
  /// How many batches were requested that have not arrived.
  private var requestedCount = 0
  private var isLast = false

  init(_ connection: Connection, of cursor: String) {
    self.connection = connection
    fetchCommand = "FETCH \(Self.size) FROM \(cursor)"
  }

  /// Sends the requests that open the cursor, and requests its first rows.
  mutating func begin(_ requests: [Request]) throws(ServerFailure) {
    try connection.send(requests + [.command(fetchCommand)])
    requestedCount = 1
    try requestAhead()
  }

  /// Waits for the next batch and requests the one after it; `nil` if there are no more.
  mutating func next() async throws(ServerFailure) -> ServerResult? {
    if isLast { return nil }
    requestedCount -= 1
    let result = try await connection.answers().results.last
    isLast = result.map { $0.rowCount < Self.size } ?? true
    if !isLast { try requestAhead() }
    return result
  }

  /// Has the batches discarded that were requested and not read.
  mutating func end() {
    connection.owe(requestedCount)
    requestedCount = 0
  }

  private mutating func requestAhead() throws(ServerFailure) {
    try connection.sendAhead(fetchCommand)
    requestedCount += 1
  }
}

#endif
