#if PostgreSQL
internal import CPostgreSQL

/// Rows that are fetched in batches from a cursor. Each batch is requested before the previous one is read, so that the
/// server prepares it meanwhile, and at most two batches are in memory.
///
/// A batch has as many rows as have about a megabyte, by the last one that has arrived: narrow rows take few round
/// trips, and wide ones little memory.
struct CursorBatches {
  /// The number of rows in the first two batches.
  static let firstSize: Int32 = 128
  private static let sizes: ClosedRange<Int32> = 8...8192
  /// The memory of a batch, in bytes.
  private static let memory = 1 << 20

  private let connection: Connection
  private let cursor: String
  /// The sizes of the batches that were requested and have not arrived.
  private var requested: [Int32] = []
  private var size = firstSize
  private var isLast = false

  init(_ connection: Connection, of cursor: String) {
    self.connection = connection
    self.cursor = cursor
  }

  private var fetchCommand: String { "FETCH \(size) FROM \(cursor)" }

  /// Sends the requests that open the cursor, and requests its first rows.
  mutating func begin(_ requests: [Request]) throws(ServerFailure) {
    try connection.send(requests + [.command(fetchCommand)])
    requested.append(size)
    try requestAhead()
  }

  /// Waits for the next batch and requests the one after it; `nil` if there are no more.
  mutating func next() async throws(ServerFailure) -> ServerResult? {
    if isLast { return nil }
    let expected = requested.removeFirst()
    let result = try await connection.answers().results.last
    isLast = result.map { $0.rowCount < expected } ?? true
    if let result, !isLast {
      size = Self.size(after: result)
      try requestAhead()
    }
    return result
  }

  /// How many rows like those of a batch have the memory of one: a power of two, so that few different commands are
  /// reported.
  private static func size(after batch: ServerResult) -> Int32 {
    let rows = Self.memory * Int(batch.rowCount) / max(1, PQresultMemorySize(batch.pointer))
    let size = Int32(clamping: min(max(rows, Int(sizes.lowerBound)), Int(sizes.upperBound)))
    return 1 << (31 - Int32(size.leadingZeroBitCount))
  }

  /// Has the batches discarded that were requested and not read.
  mutating func end() {
    connection.owe(requested.count)
    requested = []
  }

  private mutating func requestAhead() throws(ServerFailure) {
    try connection.sendAhead(fetchCommand)
    requested.append(size)
  }
}

#endif
