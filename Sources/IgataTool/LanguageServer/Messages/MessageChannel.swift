import IgataDiagnostics

/// The connection to a client.
protocol MessageChannel: AnyObject {
  /// Whether no more messages will arrive.
  var isAtEnd: Bool { get }

  /// The messages that have arrived since the last call. Doesn't wait.
  func arrived() -> [Message]

  /// Waits until a message arrives or the connection ends.
  ///
  /// - Parameter end: The time at which to stop waiting; `nil` for no limit.
  func wait(until end: ContinuousClock.Instant?)

  func send(_ message: JSONTree)
}
