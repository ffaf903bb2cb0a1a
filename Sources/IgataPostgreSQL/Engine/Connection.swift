#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A request to the server.
enum Request {
  /// A statement without parameters that is not worth preparing, such as `BEGIN`.
  case command(String)
  /// A statement, which is prepared the first time.
  case statement(String, Parameters)
  /// A statement that is not prepared, as its text does not determine the types of its parameters.
  case unprepared(String, Parameters)
  /// A statement that sets the settings of a scope.
  case settings(String, Parameters, SessionScope)
}

/// A statement as it is sent to the server.
enum SentStatement {
  /// The text, with the types of its parameters.
  case text(String, [ServerType])
  /// The text, which is prepared and not run.
  case preparation(PreparedStatement)
  case prepared(PreparedStatement)
  /// The text of a `COPY`, outside of a pipeline.
  case copy(String)

  /// The kind of the statement; `nil` if it is not run.
  var kind: StatementKind? {
    switch self {
    case .text(let sql, _): StatementKind(sql)
    case .preparation: nil
    case .prepared(let statement): statement.kind
    case .copy: .write
    }
  }
}

/// A connection to a server, in pipeline mode: a batch of requests takes one round trip.
///
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one session at a time, which makes one call at a time; what
/// others use to interrupt it is protected by locks.
final class Connection: PooledConnection, @unchecked Sendable {
  let handle: OpaquePointer
  let readiness: Readiness
  let canceller: Canceller
  let statementTimeout: Duration?
  var statements = StatementCache()
  /// How many pipelines were sent whose answers have not arrived and are not needed.
  var pendingSyncs = 0
  /// The answers that are expected, in order, up to the end of the pipeline.
  var expected: [ExpectedAnswer] = []
  /// The reports of statements that were sent ahead, in order, for each pipeline that follows the current one.
  private var reportsAhead: [StatementReport?] = []
  /// The report of a `COPY`.
  var copyReport: StatementReport?
  /// Whether the connection can't be used any more.
  var isLost = false
  /// The last warning about a violated constraint, or else about a lost server.
  private var warning: ServerFailure?
  /// Whether requests are sent in a pipeline, as all are except those of a ``PreparedLookup`` and a `COPY`.
  private var isPipelined = true
  private var isClosed = false
  let use = ConnectionUse()
  let counts = StatementCounts()

  /// The answer that is expected to one request.
  enum Expectation {
    case preparation(PreparedStatement)
    case result
    /// A result of the statement that sets the settings of a scope.
    case settings(SessionScope)
    /// A result of which only the number of changed rows is needed.
    case count
    /// A result that nobody needs.
    case nothing
  }

  struct ExpectedAnswer {
    var expectation: Expectation
    var kind: StatementKind?
    var report: StatementReport?
  }

  /// Decides whether a task keeps its thread while it waits for the answer to a statement.
  let spin: AdaptiveSpin
  /// How long the task has kept its thread for the current answer.
  var spinBudget = SpinBudget()

  /// Takes ownership of an open connection. `nil` if its socket can't be watched.
  init?(_ handle: OpaquePointer, statementTimeout: Duration?, _ spin: AdaptiveSpin) {
    guard let readiness = Readiness(socket: PQsocket(handle)) else { return nil }
    self.handle = handle
    self.readiness = readiness
    self.statementTimeout = statementTimeout
    self.spin = spin
    canceller = Canceller(handle)
    PQsetnonblocking(handle, 1)
    Self.enlargeSendBuffer(of: PQsocket(handle))
    PQsetNoticeReceiver(handle, Self.receiveNotice, Unmanaged.passUnretained(self).toOpaque())
    PQenterPipelineMode(handle)
  }

  /// Asks for a send buffer of a megabyte for a Unix domain socket, so that a `COPY` seldom waits for it: each wait
  /// passes the task from thread to thread. Linux allows twice its default unless `net.core.wmem_max` is raised. The
  /// kernel adapts the buffers of other sockets by itself.
  private static func enlargeSendBuffer(of socket: Int32) {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    guard getsockname(socket, &address, &length) == 0, Int32(address.sa_family) == AF_UNIX else { return }
    var size: Int32 = 1 << 20
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Enters or leaves pipeline mode; a single request without it takes one answer less. Returns `false` if that fails.
  func pipeline(_ isOn: Bool) -> Bool {
    if isOn == isPipelined { return true }
    guard (isOn ? PQenterPipelineMode(handle) : PQexitPipelineMode(handle)) == 1 else { return false }
    isPipelined = isOn
    return true
  }

  /// Enters pipeline mode. Returns `false` if the server has closed the connection.
  func makeReady() -> Bool { isHealthy && pipeline(true) }

  deinit { close() }

  func interrupt(isForced: Bool) {
    if isForced { return readiness.interrupt() }
    // What can't be canceled, such as a commit, may still end.
    if let use = canceller.cancelCurrent() { readiness.interrupt(use) }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    isLost = true
    PQfinish(handle)
  }

  /// Whether the connection is open, as far as is known without a request to the server.
  var isHealthy: Bool {
    if !isLost, PQstatus(handle) == CONNECTION_OK, !readiness.isReady(orToWrite: false) { return true }
    // The first call receives the server's last messages, the second one notices the end.
    if PQconsumeInput(handle) == 0 || PQconsumeInput(handle) == 0 || PQstatus(handle) != CONNECTION_OK { isLost = true }
    // Processes the received messages, which may announce a shutdown.
    _ = PQisBusy(handle)
    return !isLost
  }

  /// Receives notices. The server sends the reason before it closes a connection, and the coordinator of a cluster
  /// forwards another server's message as a warning before it reports that a commit failed.
  private static let receiveNotice: PQnoticeReceiver = { connection, notice in
    guard let connection, let notice else { return }
    let own = Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue()
    switch PQresultErrorField(notice, severity).map({ String(cString: $0) }) {
    case "FATAL": own.isLost = true
    case "WARNING":
      let warning = ServerFailure(result: notice, own.handle)
      // After a violated constraint, the coordinator often gives up its connection to that server as well.
      if warning.state.hasPrefix("23") || (own.warning == nil && warning.isOtherServerLost) { own.warning = warning }
    default: break
    }
  }

  /// The failure in a result, or the warning that preceded it if that is more precise. Marks the connection as lost if
  /// the failure ends it.
  func failure(_ result: OpaquePointer) -> ServerFailure {
    defer { warning = nil }
    let failure = ServerFailure(result: result, handle)
    if failure.isConnectionLost { isLost = true }
    if failure.isStatementOutdated { statements.forget() }
    guard failure.state == ServerFailure.unspecified, let warning else { return failure }
    return warning
  }

  /// The field with the severity of a message, which is not localized: `PG_DIAG_SEVERITY_NONLOCALIZED`.
  private static let severity = Int32(UInt8(ascii: "V"))

  /// Whether libpq has noticed that the connection is closed.
  var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Whether a statement has failed, so that the transaction accepts no more statements.
  var isTransactionFailed: Bool { PQtransactionStatus(handle) == PQTRANS_INERROR }

  /// Runs the requests in order and returns a result for each. If one fails, the rest are not run.
  func run(_ requests: [Request], isInterruptible: Bool = true) async throws(ServerFailure) -> [ServerResult] {
    try send(requests)
    return try await answers(isInterruptible: isInterruptible).results
  }

  /// Runs a statement once for each row. Returns how many rows each run changed.
  func run(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, after requests: [Request]
  ) async throws(ServerFailure) -> [Int] {
    for request in requests { try send(request) }
    try send(sql, types, buffer, rows, .count)
    return try await answers().counts
  }

  /// Runs a statement once for each row, after others. Returns its results up to the first failure.
  func runEach(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, after requests: [Request]
  ) async throws(ServerFailure) -> Answers {
    for request in requests { try send(request) }
    try send(sql, types, buffer, rows, .result)
    var answers = try await allAnswers()
    answers.results.removeFirst(min(requests.count, answers.results.count))
    return answers
  }

  /// Sends commands without waiting for their answers, such as the end of a transaction that has only read.
  func send(andForget commands: String...) throws(ServerFailure) {
    for sql in commands { try send(sql) }
    try sync()
    for answer in expected { answer.report?.receive(0) }
    expected.removeAll()
    pendingSyncs += 1
    if PQflush(handle) < 0 { throw lost() }
  }

  // MARK: Sending

  /// Sends requests as one pipeline.
  func send(_ requests: [Request]) throws(ServerFailure) {
    for request in requests { try send(request) }
    try sync()
  }

  private func send(_ request: Request) throws(ServerFailure) {
    switch request {
    case .command(let sql): try send(sql)
    case .statement(let sql, let parameters): try send(sql, parameters, expecting: .result)
    case .settings(let sql, let parameters, let scope): try send(sql, parameters, expecting: .settings(scope))
    case .unprepared(let sql, let parameters):
      try parameters.withFields { (fields) throws(ServerFailure) in
        try send(.text(sql, parameters.types), fields, expecting: .result, StatementReport(sql))
      }
    }
  }

  private func send(
    _ sql: String, _ parameters: Parameters, expecting expectation: Expectation
  ) throws(ServerFailure) {
    let statement = SentStatement.prepared(try prepare(sql, parameters.types))
    try parameters.withFields { (fields) throws(ServerFailure) in
      try send(statement, fields, expecting: expectation, StatementReport(sql))
    }
  }

  /// Sends a command that returns a result, before the answers to earlier ones have arrived.
  func sendAhead(_ sql: String) throws(ServerFailure) {
    try send(.text(sql, []), expecting: nil)
    reportsAhead.append(StatementReport(sql))
    try sync()
  }

  /// Ends the current pipeline, whose answers have all arrived.
  func endPipeline() {
    expected.removeAll(keepingCapacity: true)
    if reportsAhead.isEmpty { return }
    let report = reportsAhead.removeFirst()
    report?.begin()
    expected.append(ExpectedAnswer(expectation: .result, kind: .read, report: report))
  }

  /// Has the answers to `count` pipelines discarded before the next answer.
  func owe(_ count: Int) {
    for report in expected.map(\.report) + reportsAhead { report?.receive(0) }
    expected.removeAll(keepingCapacity: true)
    reportsAhead.removeAll(keepingCapacity: true)
    pendingSyncs += count
  }

  private func send(_ sql: String) throws(ServerFailure) {
    try send(.text(sql, []), expecting: .result, StatementReport(sql))
  }

  /// Sends a statement once for each row, and ends the pipeline.
  private func send(
    _ sql: String, _ types: [ServerType], _ buffer: RowBuffer, _ rows: Range<Int>, _ expectation: Expectation
  ) throws(ServerFailure) {
    let statement = SentStatement.prepared(try prepare(sql, types))
    let report = StatementReport(sql, executions: rows.count)
    var isFirst = true
    try buffer.withFields(of: rows) { (fields) throws(ServerFailure) in
      try send(statement, fields, expecting: expectation, report, isCounted: isFirst)
      isFirst = false
    }
    try sync()
  }

  /// The prepared statement. A new one is prepared in the same pipeline.
  private func prepare(_ sql: String, _ types: [ServerType]) throws(ServerFailure) -> PreparedStatement {
    if let statement = statements[sql] { return statement }
    for case .preparation(let statement) in expected.map(\.expectation) where statement.sql == sql { return statement }
    if statements.takeNeedToDeallocate() {
      let deallocation = "DEALLOCATE ALL"
      try send(.text(deallocation, []), expecting: .nothing, StatementReport(deallocation))
    }
    let statement = PreparedStatement(sql: sql, types: types, name: statements.takeName())
    try send(.preparation(statement), expecting: .preparation(statement))
    return statement
  }

  /// Sends a statement. Every statement of a connection is sent here, and its answers arrive in ``takeAnswer()``.
  ///
  /// - Parameters:
  ///   - expectation: What is expected up to the end of the pipeline; `nil` if the caller takes the answers.
  ///   - report: The report that the answer ends.
  ///   - isCounted: Whether it is not the same statement again, for another row.
  func send(
    _ statement: SentStatement, _ fields: Fields = Fields(count: 0), expecting expectation: Expectation?,
    _ report: StatementReport? = nil, isCounted: Bool = true
  ) throws(ServerFailure) {
    let kind = statement.kind
    if isCounted, let kind { counts.add(kind) }
    let isSent =
      switch statement {
      case .text(let sql, let types):
        PQsendQueryParams(
          handle, sql, Int32(types.count), types.map(\.rawValue), fields.values, fields.lengths, fields.formats, 1)
      case .preparation(let statement):
        PQsendPrepare(
          handle, statement.name, statement.sql, Int32(statement.types.count), statement.types.map(\.rawValue))
      case .prepared(let statement):
        PQsendQueryPrepared(
          handle, statement.name, Int32(statement.types.count), fields.values, fields.lengths, fields.formats, 1)
      case .copy(let sql): PQsendQuery(handle, sql)
      }
    guard isSent == 1 else { throw lost() }
    if let expectation { expected.append(ExpectedAnswer(expectation: expectation, kind: kind, report: report)) }
  }

  func sync() throws(ServerFailure) {
    guard PQpipelineSync(handle) == 1 else { throw lost() }
  }

  func lost() -> ServerFailure {
    isLost = true
    let failure = ServerFailure(handle)
    reportLoss(failure)
    return failure
  }

  /// Reports that the statements failed whose answers will not arrive.
  func reportLoss(_ failure: ServerFailure) {
    counts.addError(expected.first?.kind ?? .other)
    for report in expected.map(\.report) + reportsAhead + [copyReport] { report?.fail(failure) }
    reportsAhead.removeAll()
  }
}

#endif
