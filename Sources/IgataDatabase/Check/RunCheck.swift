import Foundation
internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSQLite
package import IgataTool

/// Proves the versions of a schema, on SQLite in memory.
func runCheck(_ request: CheckRequest) async -> ExitStatus {
  await untilStopped({}) { () async throws(DatabaseFault) in
    #if SQLite || canImport(SQLite3)
    let seed = request.seed ?? UInt64.random(in: 0...999_999)
    var check = Check(request, seed: seed)
    do {
      let report = try await check.run()
      try? FileHandle.standardOutput.write(contentsOf: Data(report.text.utf8))
      return .success
    } catch let difference as CheckDifference {
      throw difference.fault(seed: seed)
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      throw DatabaseFault(.database, "\(error)", help: "fix that and run the same command again", status: .negative)
    }
    #else
    throw DatabaseFault(
      .request, "this igata-database was built without SQLite", help: "build it with the trait SQLite")
    #endif
  }
}

/// The first difference that a check finds; `nil` if there is none.
package func firstDifference(_ request: CheckRequest) async throws -> String? {
  var check = Check(request, seed: request.seed ?? 0)
  do {
    _ = try await check.run()
    return nil
  } catch let difference as CheckDifference {
    return difference.message
  }
}

#if SQLite || canImport(SQLite3)
/// The proof of a chain of versions.
struct Check {
  private let versions: [CheckedVersion]
  private let request: CheckRequest
  private let seed: UInt64
  private var report = CheckReport()

  init(_ request: CheckRequest, seed: UInt64) {
    versions = request.versions.map { CheckedVersion($0) }
    self.request = request
    self.seed = seed
  }

  private func empty() throws -> CheckDatabase { CheckDatabase(try SQLiteBackend.inMemory(), versions) }

  mutating func run() async throws -> CheckReport {
    let structure = StructureCheck(versions) { [versions] in CheckDatabase(try SQLiteBackend.inMemory(), versions) }
    var chain = ChainCheck(versions, try empty(), sampleCount: request.rows, seed: seed)
    for (index, version) in versions.enumerated() {
      var line = CheckReport.Line(version: version.label)
      if let function = version.functions.first {
        line.note = "calls '\(function)', which only the program has: its rows were not checked"
      } else if index > 0 {
        let old = versions[index - 1]
        try await structure.check(from: old, to: version)
        try await chain.advance(from: old, to: version, &line)
        try await structure.compare(chain.state(at: version).database, version)
      }
      if index == 0 || line.note != "" { try await chain.create(version, in: try empty()) }
      try await chain.addSamples(to: version)
      for program in versions[..<index] where program.number >= version.version.compatibleFrom {
        try await ProgramCheck(chain.state(at: version), seed: seed).check(program)
        line.programs += 1
      }
      report.lines.append(line)
    }
    return report
  }
}
#endif
