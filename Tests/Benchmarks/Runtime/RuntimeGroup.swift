import Foundation
import SQLiteBaseline

extension BenchmarkGroup {
  /// The runtime on SQLite, through the store and with generated models, beside the same work in C.
  static let runtime = BenchmarkGroup(name: "runtime", probes: RuntimeProbe.all) { session in
    guard session.unit == .seconds || counting_works() != 0 else {
      throw BenchmarkFault("valgrind's header was not there when this was built: apt-get install valgrind")
    }
    let files = try await RuntimeFiles(session)
    var measurements: [Measurement] = []
    for location in DatabaseLocation.allCases {
      for operation in RuntimeOperation.allCases {
        session.say("\(operation.title), \(location.rawValue)")
        measurements.append(try await compare(operation, location, files, in: session))
      }
    }
    measurements += try await FormCost.measure(on: .sqlite, in: session)
    measurements.append(try await StreamMemory.measure(in: session))
    measurements.append(try await MainActorLatency.measure(in: session))
    measurements.append(try await MainActorCalls.measure(in: session))
    return measurements
  }

  private static func compare(
    _ operation: RuntimeOperation, _ location: DatabaseLocation, _ files: RuntimeFiles, in session: Session
  ) async throws -> Measurement {
    let subjects = RuntimeProbe.Side.allCases.map { side in
      RuntimeProbe(side: side, operation: operation, location: location).subject(files, in: session)
    }
    let costs = try await measureInTurn(subjects, in: session, rounds: 7)
    let (own, plain) = (costs[RuntimeProbe.Side.igata.rawValue] ?? .nan, costs[RuntimeProbe.Side.c.rawValue] ?? .nan)
    return Measurement(
      group: "runtime", name: "\(operation.title), \(location.rawValue)", ratio: own / plain, bar: operation.bar,
      figures: "igata \(figure(own, session.unit)), C \(figure(plain, session.unit))")
  }
}
