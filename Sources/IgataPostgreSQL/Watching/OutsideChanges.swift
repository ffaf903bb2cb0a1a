#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// Listens on a connection of its own for the commits of other backends on the same database.
struct OutsideChanges {
  /// How long to wait before another attempt to connect.
  private static let retryInterval = Duration.seconds(1)

  let pool: ConnectionPool<Connection>
  let notice: ChangeNotice

  /// The changes, an element for each notification. If the server can be reached, none is missed after this returns.
  /// After a lost connection, a change of any table replaces those that may have been missed.
  func changes() async -> AsyncStream<OutsideChange> {
    let (changes, continuation) = AsyncStream<OutsideChange>.makeStream()
    let first = await listen()
    let task = Task.detached {
      var connection = first
      while !Task.isCancelled {
        if let open = connection {
          await follow(open.connection, in: open.schema, continuation)
          pool.discard(open.connection)
          connection = nil
        } else {
          try? await Task.sleep(for: Self.retryInterval)
        }
        if Task.isCancelled { break }
        connection = await listen()
        if connection != nil { continuation.yield(OutsideChange()) }
      }
      // The task was canceled before anything followed it.
      if let open = connection { pool.discard(open.connection) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return changes
  }

  private func listen() async -> (connection: Connection, schema: String)? {
    guard let connection = try? await pool.acquire() else { return nil }
    let requests: [Request] = [
      .command("LISTEN \(ChangeNotice.channel)"), .command("SELECT \(ChangeNotice.schema)"),
    ]
    guard let results = try? await connection.run(requests), let last = results.last, last.rowCount == 1 else {
      pool.discard(connection)
      return nil
    }
    return (connection, String(serverBytes: last.bytes(0, 0)) ?? "")
  }

  /// Yields changes until the connection is lost or the task is canceled.
  private func follow(
    _ connection: Connection, in schema: String, _ continuation: AsyncStream<OutsideChange>.Continuation
  ) async {
    while !Task.isCancelled, let texts = await connection.notices() {
      for text in texts {
        if let change = notice.change(text, in: schema) { continuation.yield(change) }
      }
    }
  }
}

extension Connection {
  /// The payloads of the notifications that have arrived. Waits if there are none; `nil` if the connection is lost or
  /// the task is canceled.
  func notices() async -> [String]? {
    let use = readiness.beginUse()
    let readiness = readiness
    return await withTaskCancellationHandler {
      while !Task.isCancelled {
        guard PQconsumeInput(handle) == 1 else { return nil }
        var texts: [String] = []
        while let notice = PQnotifies(handle) {
          texts.append(String(cString: notice.pointee.extra))
          PQfreemem(notice)
        }
        if !texts.isEmpty { return texts }
        guard await readiness.wait(orToWrite: false, until: nil) else { return nil }
      }
      return nil
    } onCancel: {
      readiness.interrupt(use)
    }
  }
}

#endif
