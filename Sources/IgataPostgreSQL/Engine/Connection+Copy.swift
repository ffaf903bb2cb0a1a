#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataSQL

// `COPY … FROM STDIN (FORMAT binary)`, during which the connection is not in pipeline mode.
extension Connection {
  /// The header of the format: its signature, flags and the length of an extension.
  private static let copyHeader: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + [UInt8](repeating: 0, count: 8)
  /// The number of fields that ends the rows: -1.
  private static let copyTrailer: [UInt8] = [0xFF, 0xFF]
  /// How many bytes are sent at a time. Together with the five bytes of the message's header they fill whole pages of
  /// libpq's buffer, which sends other bytes separately.
  static let copyPartSize = 8 * 8192 - 5

  /// Starts a `COPY`. Its rows are sent by ``copy(_:all:)``, until ``endCopy(_:)``.
  func beginCopy(_ sql: String, after requests: [Request]) async throws(ServerFailure) {
    if !requests.isEmpty || pendingSyncs > 0 { _ = try await run(requests) }
    guard pipeline(false) else { throw lost() }
    copyReport = StatementReport(sql)
    try send(.copy(sql), expecting: nil)
    try await waitingWithNewBudget { () async throws(ServerFailure) in
      let deadline = self.deadline
      while let result = try await self.nextResult(deadline) {
        let owner = ServerResult(result)
        if PQresultStatus(result) == PGRES_COPY_IN {
          try self.put(Self.copyHeader)
          return try await self.flush(deadline)
        }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
          try await self.leaveCopy(self.failure(owner.pointer))
          return
        }
      }
    }
  }

  /// Like ``waiting(_:_:)``. The task may keep its thread at first.
  private func waitingWithNewBudget(_ body: () async throws(ServerFailure) -> Void) async throws(ServerFailure) {
    spinBudget = SpinBudget()
    try await waiting(true, body)
  }

  /// Sends the rows of the buffer, or only whole parts of them. Returns the number of bytes that were sent.
  func copy(_ buffer: RowBuffer, all: Bool = true) async throws(ServerFailure) -> Int {
    let size = all ? buffer.size : buffer.size / Self.copyPartSize * Self.copyPartSize
    for start in stride(from: 0, to: size, by: Self.copyPartSize) {
      let isPut = buffer.withBytes(start..<min(start + Self.copyPartSize, size)) {
        PQputCopyData(handle, $0, Int32(truncatingIfNeeded: $1)) == 1
      }
      guard isPut else { throw lost() }
      if PQflush(handle) == 0 { continue }
      try await waitingWithNewBudget { () async throws(ServerFailure) in try await self.flush(self.deadline) }
    }
    return size
  }

  /// Ends the rows. With a reason, the server discards them and fails with it.
  func endCopy(_ reason: String? = nil) async throws(ServerFailure) {
    if reason == nil { try put(Self.copyTrailer) }
    guard PQputCopyEnd(handle, reason) >= 0 else { throw lost() }
    try await waitingWithNewBudget { () async throws(ServerFailure) in try await self.leaveCopy(nil) }
  }

  /// Receives the server's answer at the end. Throws if that is a failure, or else the given failure.
  private func leaveCopy(_ failure: ServerFailure?) async throws(ServerFailure) {
    let deadline = deadline
    var failure = failure
    while let result = try await nextResult(deadline) {
      let owner = ServerResult(result)
      if PQresultStatus(result) == PGRES_COMMAND_OK {
        copyReport?.receive(owner.changedCount)
      } else {
        failure = failure ?? self.failure(owner.pointer)
      }
    }
    if let failure {
      counts.addError(.write)
      copyReport?.fail(failure)
    }
    copyReport = nil
    if !pipeline(true) { isLost = true }
    if let failure { throw failure }
  }

  /// Adds bytes that are sent together with the next ones.
  private func put(_ bytes: [UInt8]) throws(ServerFailure) {
    let isPut = bytes.withUnsafeBytes { part in
      PQputCopyData(handle, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count)) == 1
    }
    guard isPut else { throw lost() }
  }

  /// Waits until all bytes are sent. The thread is not kept meanwhile: how soon the server reads them depends on how
  /// fast it inserts rows, and not on how near it is.
  private func flush(_ deadline: DispatchTime?) async throws(ServerFailure) {
    var flushed = PQflush(handle)
    while flushed != 0 {
      guard flushed == 1, await readiness.wait(orToWrite: true, until: deadline) else { throw lost() }
      if PQconsumeInput(handle) == 0 { throw lost() }
      flushed = PQflush(handle)
    }
  }
}

#endif
