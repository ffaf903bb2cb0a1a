/// Runs what the arguments name and prints the report; the process's exit status. A missed bar is a result, not a
/// failure: what could not be run is.
func runBenchmarks(_ arguments: [String]) async -> Int32 {
  do {
    switch try BenchmarkArguments(arguments) {
    case .help:
      print(BenchmarkArguments.usage)
      return 0
    case .probe(let group, let name, let times):
      guard let probe = benchmarkGroups.first(where: { $0.name == group })?.probes[name] else {
        throw BenchmarkFault("there is no probe \(group)/\(name)")
      }
      try await probe(times)
      return 0
    case .groups(let names, let unit, let asJSON):
      return try await report(on: names, in: Session(unit: unit), asJSON: asJSON)
    }
  } catch {
    printError("benchmarks: \(error)")
    return 1
  }
}

private func report(on names: Set<String>, in session: Session, asJSON: Bool) async throws -> Int32 {
  var measurements: [Measurement] = []
  for group in benchmarkGroups where names.isEmpty || names.contains(group.name) {
    do {
      measurements += try await group.run(session)
    } catch {
      session.missing("\(group.name): \(error)")
    }
  }
  print(asJSON ? try json(measurements) : table(measurements))
  for gap in session.missing { printError("benchmarks: not run: \(gap)") }
  return session.missing.isEmpty ? 0 : 1
}
