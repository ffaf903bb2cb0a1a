#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

/// Listens, on a connection of its own, for what others on the same database commit.
struct OutsideChanges {
  /// How long to wait before a server that is gone is tried again.
  private static let pause = Duration.seconds(1)

  let opening: ConnectionOpening
  let notice: ChangeNotice

  /// An element for each notice; none is missed from the moment on that this returns, where the server can be reached.
  /// Where the connection is lost, a change of any table stands for those that may have been missed meanwhile.
  func changes() async -> AsyncStream<OutsideChange> {
    let (changes, continuation) = AsyncStream<OutsideChange>.makeStream()
    let first = await listen()
    let task = Task.detached {
      var connection = first
      while !Task.isCancelled {
        if let open = connection {
          await follow(open.connection, in: open.place, continuation)
          open.connection.close()
        } else {
          try? await Task.sleep(for: Self.pause)
        }
        if Task.isCancelled { break }
        connection = await listen()
        if connection != nil { continuation.yield(OutsideChange()) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return changes
  }

  private func listen() async -> (connection: Connection, place: String)? {
    guard let connection = try? await opening.open() else { return nil }
    let requests: [Request] = [
      .command("LISTEN \(ChangeNotice.channel)"), .command("SELECT \(ChangeNotice.place)"),
    ]
    guard let results = try? await connection.run(requests), let last = results.last, last.rowCount == 1 else {
      connection.close()
      return nil
    }
    return (connection, String(serverBytes: last.bytes(0, 0)) ?? "")
  }

  /// Hands notices over until the connection is lost or the task is cancelled.
  private func follow(
    _ connection: Connection, in place: String, _ continuation: AsyncStream<OutsideChange>.Continuation
  ) async {
    while !Task.isCancelled, let texts = await connection.notices() {
      for text in texts {
        if let change = notice.change(text, in: place) { continuation.yield(change) }
      }
    }
  }
}

#endif
