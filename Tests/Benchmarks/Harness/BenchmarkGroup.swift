/// What is measured together: `benchmarks NAME` runs one group.
struct BenchmarkGroup: Sendable {
  let name: String
  /// Work that runs in a process of its own: `session.probe` gives the command that repeats it.
  var probes: [String: @Sendable (_ times: Int) async throws -> Void] = [:]
  let run: @Sendable (Session) async throws -> [Measurement]
}
