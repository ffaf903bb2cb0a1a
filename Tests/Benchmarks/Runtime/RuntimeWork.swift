import SQLiteBaseline

/// One operation of ours, with all that it begins with.
protocol RuntimeWork {
  /// Runs it once; returns the processor time in seconds. Callgrind counts meanwhile.
  func run() async throws -> Double
}

extension RuntimeWork {
  /// The processor time of `body` in seconds. Callgrind counts meanwhile.
  func counting(_ body: () async throws -> Void) async rethrows -> Double {
    counting_begin()
    defer { counting_end() }
    return try await processorTime(body)
  }
}
