#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Foundation
@_spi(Backend) internal import IgataSQL

/// What is asked of the server in one go.
enum Request {
  /// A statement without parameters that is not worth preparing, such as `BEGIN`.
  case command(String)
  /// A statement, which is prepared where it was not yet.
  case statement(String, Parameters)
}

/// A statement that a connection keeps prepared.
struct PreparedStatement {
  var sql: String
  var types: [ServerType]
  var name: String
}

/// A connection to a server, in pipeline mode: what is asked in one go takes one round trip.
///
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one session at a time, which lets in one call at a time.
final class Connection: PooledConnection, @unchecked Sendable {
  /// How many statements are kept prepared.
  private static let mostStatements = 256

  let handle: OpaquePointer
  let readiness: Readiness
  let canceller: Canceller
  let statementTimeout: Duration?
  /// The statements that are prepared, by their texts.
  var statements: [String: PreparedStatement] = [:]
  private var nextName = 0
  /// The statements that find rows by their keys.
  var lookups = PreparedLookups()
  /// The statements of queries that were last known to give many rows, or not to, by their texts.
  var givesMany: [String: Bool] = [:]
  /// How many answers are still to come that nobody waits for.
  var owedSyncs = 0
  /// What is answered, in order, up to the next end of a pipeline.
  var expected: [Expectation] = []
  /// Whether the connection is of no more use.
  var isLost = false
  /// The warning that told of a broken constraint, or else of a lost server.
  private var warning: ServerFailure?
  /// Whether what is asked goes by a pipeline, as all does but what a ``PreparedLookup`` asks and a `COPY`.
  private var isPipelined = true
  private var isClosed = false

  /// What is answered to one part of what was asked.
  enum Expectation {
    case preparation(PreparedStatement)
    case result
    /// A result of which nothing but the number of changed rows is wanted.
    case count
  }

  /// Decides whether a task keeps its thread for the answer to a statement.
  let spin: AdaptiveSpin
  /// As ``spin``, for what answers have come so far.
  var spinBudget = SpinBudget()

  /// Takes over an open connection.
  init?(_ handle: OpaquePointer, statementTimeout: Duration?, _ spin: AdaptiveSpin) {
    guard let readiness = Readiness(socket: PQsocket(handle)) else { return nil }
    self.handle = handle
    self.readiness = readiness
    self.statementTimeout = statementTimeout
    self.spin = spin
    canceller = Canceller(handle)
    PQsetnonblocking(handle, 1)
    Self.widen(PQsocket(handle))
    PQsetNoticeReceiver(handle, Self.takeNotice, Unmanaged.passUnretained(self).toOpaque())
    PQenterPipelineMode(handle)
  }

  /// Lets a socket to this very machine take twice as much before it has to be waited for; the others look after that
  /// themselves.
  private static func widen(_ socket: Int32) {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    guard getsockname(socket, &address, &length) == 0, Int32(address.sa_family) == AF_UNIX else { return }
    var size: Int32 = 1 << 19
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Has what is asked from now on go by a pipeline, or by itself, which costs an answer less. Returns whether it does.
  func pipeline(_ isOn: Bool) -> Bool {
    if isOn == isPipelined { return true }
    guard (isOn ? PQenterPipelineMode(handle) : PQexitPipelineMode(handle)) == 1 else { return false }
    isPipelined = isOn
    return true
  }

  /// Notices whether the server has closed the connection, and has what is asked go by a pipeline.
  func makeReady() -> Bool { isHealthy && pipeline(true) }

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
    if !isLost, PQstatus(handle) == CONNECTION_OK, !readiness.isReady(orToWrite: false) { return true }
    // The first takes what the server has said, the second finds that it says no more.
    if PQconsumeInput(handle) == 0 || PQconsumeInput(handle) == 0 || PQstatus(handle) != CONNECTION_OK { isLost = true }
    // Looks at what was taken: it may say that the end is to come.
    _ = PQisBusy(handle)
    return !isLost
  }

  /// Takes what the server says unasked. Before it closes a connection it says why, and before the coordinator of a
  /// cluster says that a commit failed somewhere it warns of what another server said.
  private static let takeNotice: PQnoticeReceiver = { connection, notice in
    guard let connection, let notice else { return }
    let own = Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue()
    switch PQresultErrorField(notice, severity).map({ String(cString: $0) }) {
    case "FATAL": own.isLost = true
    case "WARNING":
      let warning = ServerFailure(result: notice, own.handle)
      // Where a constraint was broken, the connection to that server is often given up as well.
      if warning.state.hasPrefix("23") || (own.warning == nil && warning.isOtherServerLost) { own.warning = warning }
    default: break
    }
  }

  /// What failed, by what the server said of it and what it warned of before. The connection may be lost by it.
  func failure(_ result: OpaquePointer) -> ServerFailure {
    defer { warning = nil }
    let failure = ServerFailure(result: result, handle)
    if failure.isConnectionLost { isLost = true }
    guard failure.state == ServerFailure.unspecified, let warning else { return failure }
    return warning
  }

  /// The field of a message that says how grave it is, in English whatever the server speaks: the protocol's letter.
  private static let severity = Int32(UInt8(ascii: "V"))

  /// Whether the server has closed the connection, as far as was noticed.
  var isCut: Bool { PQstatus(handle) != CONNECTION_OK }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Whether a statement has failed, so that the transaction takes no more of them.
  var isTransactionFailed: Bool { PQtransactionStatus(handle) == PQTRANS_INERROR }

  /// Runs what is asked, in order, and returns a result for each. Where one fails the rest are not run.
  func run(_ requests: [Request], isInterruptible: Bool = true) async throws(ServerFailure) -> [ServerResult] {
    try send(requests)
    return try await answers(isInterruptible: isInterruptible).results
  }

  /// Runs one statement for each row, and returns how many rows each changed.
  func run(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, after requests: [Request]
  ) async throws(ServerFailure) -> [Int] {
    for case .command(let sql) in requests { try send(sql) }
    try send(sql, types, buffer, rows, .count)
    return try await answers().counts
  }

  /// Runs one statement for each row, and returns what each gave, up to the first that failed.
  func runEach(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>
  ) async throws(ServerFailure) -> Answers {
    try send(sql, types, buffer, rows, .result)
    return try await allAnswers()
  }

  /// Sends what nobody waits for, such as the end of a transaction that has only read.
  func send(andForget commands: String...) throws(ServerFailure) {
    for sql in commands { try send(sql) }
    try sync()
    expected.removeAll()
    owedSyncs += 1
    if PQflush(handle) < 0 { throw lost() }
  }

  // MARK: Sending

  /// Sends what is asked in one go.
  func send(_ requests: [Request]) throws(ServerFailure) {
    for request in requests {
      switch request {
      case .command(let sql): try send(sql)
      case .statement(let sql, let parameters): try send(sql, parameters)
      }
    }
    try sync()
  }

  /// Sends a command that gives a result, behind others whose answers have not come yet.
  func sendAhead(_ sql: String) throws(ServerFailure) {
    guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
    try sync()
  }

  /// Leaves the answers to what was asked to whoever asks next, who takes them first.
  func owe(_ count: Int) {
    expected.removeAll(keepingCapacity: true)
    owedSyncs += count
  }

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

  /// Sends one statement for each row, and what ends the pipeline.
  private func send(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, _ expectation: Expectation
  ) throws(ServerFailure) {
    let name = try prepare(sql, types)
    let count = Int32(types.count)
    let isSent = name.withCString { name in
      buffer.withFields(of: rows) { pointers, lengths, formats in
        PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1) == 1
      }
    }
    guard isSent else { throw lost() }
    expected.append(contentsOf: repeatElement(expectation, count: rows.count))
    try sync()
  }

  /// The name of the prepared statement, which is prepared on the way where it is new.
  private func prepare(_ sql: String, _ types: [ServerType]) throws(ServerFailure) -> String {
    if let statement = statements[sql] { return statement.name }
    for case .preparation(let statement) in expected where statement.sql == sql { return statement.name }
    if statements.count >= Self.mostStatements {
      statements.removeAll()
      lookups.removeAll()
      givesMany.removeAll()
      try send("DEALLOCATE ALL")
    }
    nextName += 1
    let name = "igata\(nextName)"
    guard PQsendPrepare(handle, name, sql, Int32(types.count), types.map(\.rawValue)) == 1 else { throw lost() }
    expected.append(.preparation(PreparedStatement(sql: sql, types: types, name: name)))
    return name
  }

  func sync() throws(ServerFailure) {
    guard PQpipelineSync(handle) == 1 else { throw lost() }
  }

  func lost() -> ServerFailure {
    isLost = true
    return ServerFailure(handle)
  }
}

#endif
