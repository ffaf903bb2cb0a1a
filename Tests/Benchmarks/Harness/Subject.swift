/// One of those that are compared: something to run again and again, with a cost each time.
struct Subject: Sendable {
  let name: String
  /// Brings the world into the state that a run starts from; not counted.
  let prepare: @Sendable () async throws -> Void
  /// Runs once and tells the cost, in the session's unit.
  let run: @Sendable () async throws -> Double

  init(
    _ name: String, prepare: @escaping @Sendable () async throws -> Void = {},
    run: @escaping @Sendable () async throws -> Double
  ) {
    self.name = name
    self.prepare = prepare
    self.run = run
  }

  /// A command whose process is what is measured. `times` repeats a short one, and the cost is the mean; `prepare`
  /// comes before each repetition.
  init(
    _ name: String, _ command: Command, in session: Session, times: Int = 1,
    prepare: @escaping @Sendable () async throws -> Void = {}
  ) {
    let unit = session.unit
    self.init(name) {
      switch unit {
      case .instructions:
        try await prepare()
        return Double(try command.instructions())
      case .seconds:
        var seconds = 0.0
        for _ in 0..<times {
          try await prepare()
          seconds += try command.run().seconds
        }
        return seconds / Double(times)
      }
    }
  }
}
