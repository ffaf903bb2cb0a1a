import Foundation
import SQLiteBaseline

/// One operation of one side, in a process of its own, which prints the processor time that the operation took.
struct RuntimeProbe: Sendable {
  enum Side: String, CaseIterable, Sendable {
    case igata
    case c = "C"
  }

  let side: Side
  let operation: RuntimeOperation
  let location: DatabaseLocation

  private var name: String { "\(side.rawValue)-\(operation.rawValue)-\(location.rawValue)" }

  /// Every probe by its name.
  static var all: [String: @Sendable (Int) async throws -> Void] {
    var all: [String: @Sendable (Int) async throws -> Void] = [
      "stream": StreamMemory.probe, "main-actor": MainActorLatency.probe,
      "main-actor-calls": MainActorCalls.probe,
    ]
    all.merge(FormCost.probes(on: .sqlite)) { first, _ in first }
    for side in Side.allCases {
      for operation in RuntimeOperation.allCases {
        for location in DatabaseLocation.allCases {
          let probe = RuntimeProbe(side: side, operation: operation, location: location)
          all[probe.name] = { _ in try await probe.run() }
        }
      }
    }
    return all
  }

  private func run() async throws {
    let path = try RuntimeFiles.path()
    switch side {
    case .igata:
      let work: any RuntimeWork =
        operation.start.isHousehold
        ? try await HouseholdWork(operation, path: path, location) : try await LedgerWork(operation, path: path, location)
      print(try await work.run())
    case .c:
      let seconds = baseline_run(operation.baseline, path, location == .memory ? 1 : 0)
      guard seconds >= 0 else { throw BenchmarkFault("the baseline failed at \(operation.rawValue)") }
      print(seconds)
    }
  }

  /// What the harness runs: the operation alone counts, in seconds as in instructions.
  func subject(_ files: RuntimeFiles, in session: Session) -> Subject {
    let command = session.probe("runtime", name, times: 1)
    let (unit, operation) = (session.unit, operation)
    return Subject(side.rawValue) {
      try files.prepare(operation)
    } run: {
      switch unit {
      case .instructions: return Double(try command.instructions(["--instr-atstart=no"]))
      case .seconds:
        let printed = try command.printed()
        guard let seconds = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
          throw BenchmarkFault("a probe printed '\(printed)'")
        }
        return seconds
      }
    }
  }
}
