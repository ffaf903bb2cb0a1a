#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch

// `COPY … FROM STDIN (FORMAT binary)`, during which the connection is in no pipeline.
extension Connection {
  /// How the rows begin, after which come flags and the length of an extension, and how they end.
  private static let copyStart: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + [UInt8](repeating: 0, count: 8)
  private static let copyEnd: [UInt8] = [0xFF, 0xFF]
  /// How many bytes the server is given at a time. With the five before them they are whole pages of the library, which
  /// keeps what is beyond, to be sent by itself.
  static let copyPart = 8 * 8192 - 5

  /// Has the server take rows, which ``copy(_:all:)`` gives it, until ``endCopy(_:)``.
  func beginCopy(_ sql: String, after requests: [Request]) async throws(ServerFailure) {
    if !requests.isEmpty || owedSyncs > 0 { _ = try await run(requests) }
    guard pipeline(false) else { throw lost() }
    guard PQsendQuery(handle, sql) == 1 else { throw lost() }
    try await waitingAnew { () async throws(ServerFailure) in
      let deadline = self.deadline
      while let result = try await self.nextResult(deadline) {
        let owner = ServerResult(result)
        if PQresultStatus(result) == PGRES_COPY_IN {
          try self.put(Self.copyStart)
          return try await self.flush(deadline)
        }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
          try await self.leaveCopy(self.failure(owner.pointer))
          return
        }
      }
    }
  }

  /// Lets the task's cancellation reach the server while `body` waits for it, for which the thread may be kept at first.
  private func waitingAnew(_ body: () async throws(ServerFailure) -> Void) async throws(ServerFailure) {
    spinBudget = SpinBudget()
    try await waiting(true, body)
  }

  /// Gives the server rows, all of them or whole parts alone, and waits until they are on their way. Returns how many
  /// bytes it gave.
  func copy(_ buffer: RowBuffer, all: Bool = true) async throws(ServerFailure) -> Int {
    let size = all ? buffer.size : buffer.size / Self.copyPart * Self.copyPart
    for start in stride(from: 0, to: size, by: Self.copyPart) {
      let isPut = buffer.withBytes(start..<min(start + Self.copyPart, size)) {
        PQputCopyData(handle, $0, Int32(truncatingIfNeeded: $1)) == 1
      }
      guard isPut else { throw lost() }
      if PQflush(handle) == 0 { continue }
      try await waitingAnew { () async throws(ServerFailure) in try await self.flush(self.deadline) }
    }
    return size
  }

  /// Ends the rows; where a reason is given the server takes none of them, and fails with it.
  func endCopy(_ reason: String? = nil) async throws(ServerFailure) {
    if reason == nil { try put(Self.copyEnd) }
    guard PQputCopyEnd(handle, reason) >= 0 else { throw lost() }
    try await waitingAnew { () async throws(ServerFailure) in try await self.leaveCopy(nil) }
  }

  /// Takes what the server says at the end, and throws where that, or what it said before, is a failure.
  private func leaveCopy(_ failure: ServerFailure?) async throws(ServerFailure) {
    let deadline = deadline
    var failure = failure
    while let result = try await nextResult(deadline) {
      let owner = ServerResult(result)
      if PQresultStatus(result) != PGRES_COMMAND_OK {
        failure = failure ?? self.failure(owner.pointer)
      }
    }
    if !pipeline(true) { isLost = true }
    if let failure { throw failure }
  }

  /// What is short enough to be sent with what follows.
  private func put(_ bytes: [UInt8]) throws(ServerFailure) {
    let isPut = bytes.withUnsafeBytes { part in
      PQputCopyData(handle, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count)) == 1
    }
    guard isPut else { throw lost() }
  }

  /// Waits until the server has taken what was put.
  private func flush(_ deadline: DispatchTime?) async throws(ServerFailure) {
    var status = PQflush(handle)
    while status != 0 {
      guard status == 1, await readiness.wait(orToWrite: true, until: deadline) else { throw lost() }
      if PQconsumeInput(handle) == 0 { throw lost() }
      status = PQflush(handle)
    }
  }
}

#endif
