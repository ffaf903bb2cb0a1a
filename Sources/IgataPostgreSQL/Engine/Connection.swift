#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch

/// What is asked of the server in one go.
enum Request {
  /// A statement without parameters that is not worth preparing, such as `BEGIN`.
  case command(String)
  /// A statement, which is prepared where it was not yet.
  case statement(String, Parameters)
}

/// A connection to a server, in pipeline mode: what is asked in one go takes one round trip.
///
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one session at a time, which lets in one call at a time.
final class Connection: @unchecked Sendable {
  /// How long the server may take to answer a request to cancel, before the connection is given up.
  private static let cancelPatience = DispatchTimeInterval.seconds(5)
  /// How much longer than the server's own timeout a statement may take before the server is taken for dead.
  private static let timeoutGrace = 2.0
  /// How many statements are kept prepared.
  private static let mostStatements = 256

  let handle: OpaquePointer
  let readiness: Readiness
  private let canceller: Canceller
  private let statementTimeout: Duration?
  /// The names of the statements that are prepared, by their texts.
  private var statements: [String: String] = [:]
  private var nextName = 0
  /// How many answers are still to come that nobody waits for.
  private var owedSyncs = 0
  /// What is answered, in order, up to the next end of a pipeline.
  private var expected: [Expectation] = []
  /// Whether the connection is of no more use.
  private(set) var isLost = false
  private var isClosed = false

  private enum Expectation {
    case preparation(sql: String, name: String)
    case result
  }

  /// Takes over an open connection.
  init?(_ handle: OpaquePointer, statementTimeout: Duration?) {
    guard let readiness = Readiness(socket: PQsocket(handle)) else { return nil }
    self.handle = handle
    self.readiness = readiness
    self.statementTimeout = statementTimeout
    canceller = Canceller(handle)
    PQsetnonblocking(handle, 1)
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    PQenterPipelineMode(handle)
  }

  deinit { close() }

  /// Says farewell to the server. Nothing is asked of the connection after that.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    isLost = true
    PQfinish(handle)
  }

  /// Whether the server has not closed the connection meanwhile, as far as is known without asking it.
  var isHealthy: Bool {
    // The first takes what the server has said, the second finds that it says no more.
    if PQconsumeInput(handle) == 0 || PQconsumeInput(handle) == 0 || PQstatus(handle) != CONNECTION_OK { isLost = true }
    return !isLost
  }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Whether a statement has failed, so that the transaction takes no more of them.
  var isTransactionFailed: Bool { PQtransactionStatus(handle) == PQTRANS_INERROR }

  /// Runs what is asked, in order, and returns a result for each. Where one fails the rest are not run.
  func run(_ requests: [Request], isInterruptible: Bool = true) async throws(ServerFailure) -> [ServerResult] {
    for request in requests {
      switch request {
      case .command(let sql): try send(sql)
      case .statement(let sql, let parameters): try send(sql, parameters)
      }
    }
    try sync()
    return try await waiting(isInterruptible) { () async throws(ServerFailure) in try await self.results() }
  }

  /// Runs one statement for each row, and returns how many rows each changed.
  func run(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, after requests: [Request]
  ) async throws(ServerFailure) -> [Int] {
    for case .command(let sql) in requests { try send(sql) }
    let name = try prepare(sql, types)
    let formats = [Int32](repeating: 1, count: types.count)
    var pointers = [UnsafePointer<CChar>?](repeating: nil, count: types.count)
    var lengths = [Int32](repeating: 0, count: types.count)
    for row in rows {
      let isSent = buffer.withFields(of: row, &pointers, &lengths) { pointers, lengths in
        PQsendQueryPrepared(handle, name, Int32(types.count), pointers, lengths, formats, 1) == 1
      }
      guard isSent else { throw lost() }
      expected.append(.result)
    }
    try sync()
    let results = try await waiting(true) { () async throws(ServerFailure) in try await self.results() }
    return results.suffix(rows.count).map(\.changedCount)
  }

  /// Sends what nobody waits for, such as the end of a transaction that has only read.
  func send(andForget sql: String) throws(ServerFailure) {
    try send(sql)
    try sync()
    expected.removeAll()
    owedSyncs += 1
    if PQflush(handle) < 0 { throw lost() }
  }

  /// Gives the server the bytes of a `COPY … FROM STDIN (FORMAT binary)`.
  func copy(_ sql: String, _ buffer: RowBuffer, after requests: [Request]) async throws(ServerFailure) {
    if !requests.isEmpty || owedSyncs > 0 { _ = try await run(requests) }
    guard PQexitPipelineMode(handle) == 1 else { throw lost() }
    defer { PQenterPipelineMode(handle) }
    guard PQsendQuery(handle, sql) == 1 else { throw lost() }
    try await waiting(true) { () async throws(ServerFailure) in try await self.copyRows(buffer) }
  }

  // MARK: Sending

  private func send(_ sql: String) throws(ServerFailure) {
    guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
    expected.append(.result)
  }

  private func send(_ sql: String, _ parameters: Parameters) throws(ServerFailure) {
    let name = try prepare(sql, parameters.types)
    let isSent = parameters.withPointers { pointers, lengths, formats in
      PQsendQueryPrepared(handle, name, Int32(pointers.count), pointers, lengths, formats, 1) == 1
    }
    guard isSent else { throw lost() }
    expected.append(.result)
  }

  /// The name of the prepared statement, which is prepared on the way where it is new.
  private func prepare(_ sql: String, _ types: [ServerType]) throws(ServerFailure) -> String {
    if let name = statements[sql] { return name }
    for case .preparation(sql, let name) in expected { return name }
    if statements.count >= Self.mostStatements {
      statements.removeAll()
      try send("DEALLOCATE ALL")
    }
    nextName += 1
    let name = "igata\(nextName)"
    guard PQsendPrepare(handle, name, sql, Int32(types.count), types.map(\.rawValue)) == 1 else { throw lost() }
    expected.append(.preparation(sql: sql, name: name))
    return name
  }

  private func sync() throws(ServerFailure) {
    guard PQpipelineSync(handle) == 1 else { throw lost() }
  }

  // MARK: Waiting

  /// Lets the task's cancellation reach the server while `body` waits for it.
  private func waiting<Result: Sendable>(
    _ isInterruptible: Bool, _ body: () async throws(ServerFailure) -> Result
  ) async throws(ServerFailure) -> Result {
    let use = readiness.beginUse()
    guard isInterruptible else { return try await body() }
    canceller.begin()
    let canceller = canceller
    let readiness = readiness
    let outcome: Swift.Result<Result, ServerFailure> = await withTaskCancellationHandler {
      do throws(ServerFailure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      canceller.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.cancelPatience) { readiness.interrupt(use) }
    }
    await canceller.end(isLost: isLost)
    return try outcome.get()
  }

  /// The results of everything that is expected, up to the end of the pipeline.
  private func results() async throws(ServerFailure) -> [ServerResult] {
    let deadline = deadline
    var results: [ServerResult] = []
    var failure: ServerFailure?
    var answered = 0
    while true {
      let result = try await nextResult(deadline)
      guard let result else { continue }
      let status = PQresultStatus(result)
      if status == PGRES_PIPELINE_SYNC {
        PQclear(result)
        if owedSyncs == 0 { break }
        owedSyncs -= 1
      } else if owedSyncs > 0 {
        PQclear(result)
      } else {
        take(result, status, expected.indices.contains(answered) ? expected[answered] : .result, &results, &failure)
        answered += 1
      }
    }
    expected.removeAll(keepingCapacity: true)
    if let failure { throw failure }
    return results
  }

  private func take(
    _ result: OpaquePointer, _ status: ExecStatusType, _ expectation: Expectation, _ results: inout [ServerResult],
    _ failure: inout ServerFailure?
  ) {
    let owner = ServerResult(result)
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      switch expectation {
      case .preparation(let sql, let name): statements[sql] = name
      case .result: results.append(owner)
      }
    case PGRES_PIPELINE_ABORTED: break
    default:
      let error = ServerFailure(result: result, handle)
      if error.isConnectionLost { isLost = true }
      failure = failure ?? error
    }
  }

  /// The next result; nothing where one command's have ended.
  private func nextResult(_ deadline: DispatchTime?) async throws(ServerFailure) -> OpaquePointer? {
    var flushed = PQflush(handle)
    while PQisBusy(handle) == 1 {
      if flushed < 0 { throw lost() }
      guard await readiness.wait(orToWrite: flushed == 1, until: deadline) else {
        isLost = true
        throw ServerFailure(lost: "the server did not answer in time")
      }
      if PQconsumeInput(handle) == 0 { throw lost() }
      if flushed == 1 { flushed = PQflush(handle) }
    }
    let result = PQgetResult(handle)
    if result == nil, PQstatus(handle) != CONNECTION_OK { throw lost() }
    return result
  }

  private var deadline: DispatchTime? {
    statementTimeout.map { .now() + $0.inSeconds + Self.timeoutGrace }
  }

  private func lost() -> ServerFailure {
    isLost = true
    return ServerFailure(handle)
  }

  // MARK: Copying

  /// How the rows begin, after which come flags and the length of an extension, and how they end.
  private static let copyStart: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + [UInt8](repeating: 0, count: 8)
  private static let copyEnd: [UInt8] = [0xFF, 0xFF]
  private static let copyPart = 1 << 16

  private func copyRows(_ buffer: RowBuffer) async throws(ServerFailure) {
    let deadline = deadline
    var failure: ServerFailure?
    while let result = try await nextResult(deadline) {
      let owner = ServerResult(result)
      switch PQresultStatus(result) {
      case PGRES_COPY_IN:
        try await put(Self.copyStart, 0..<Self.copyStart.count, deadline)
        let rows = buffer.range(0, buffer.count)
        for start in stride(from: 0, to: rows.count, by: Self.copyPart) {
          try await put(buffer.bytes, start..<min(start + Self.copyPart, rows.count), deadline)
        }
        try await put(Self.copyEnd, 0..<Self.copyEnd.count, deadline)
        guard PQputCopyEnd(handle, nil) >= 0 else { throw lost() }
      case PGRES_COMMAND_OK: break
      default: failure = failure ?? ServerFailure(result: owner.pointer, handle)
      }
    }
    guard let failure else { return }
    if failure.isConnectionLost { isLost = true }
    throw failure
  }

  private func put(_ bytes: [UInt8], _ range: Range<Int>, _ deadline: DispatchTime?) async throws(ServerFailure) {
    while true {
      let status = bytes[range].withUnsafeBytes { part in
        PQputCopyData(handle, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count))
      }
      if status == 1 { break }
      guard status == 0 else { throw lost() }
      try await flush(deadline)
    }
    try await flush(deadline)
  }

  /// Waits until the server has taken what was put.
  private func flush(_ deadline: DispatchTime?) async throws(ServerFailure) {
    while true {
      let status = PQflush(handle)
      if status == 0 { return }
      guard status == 1, await readiness.wait(orToWrite: true, until: deadline) else { throw lost() }
      if PQconsumeInput(handle) == 0 { throw lost() }
    }
  }
}

extension Duration {
  /// The duration in seconds, rounded.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

#endif
