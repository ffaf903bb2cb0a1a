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
    do {
      let report = try await Check(request, seed: seed).run()
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
  do {
    _ = try await Check(request, seed: request.seed ?? 0).run()
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
  private let structure: StructureCheck

  init(_ request: CheckRequest, seed: UInt64) {
    let versions = request.versions.map { CheckedVersion($0) }
    self.versions = versions
    self.request = request
    self.seed = seed
    structure = StructureCheck(versions) { CheckDatabase(try SQLiteBackend.inMemory(), versions) }
  }

  func run() async throws -> CheckReport {
    var report = try await checkSamples()
    if let file = request.file { report.lines += try await check(file) }
    return report
  }

  private func empty() throws -> CheckDatabase { CheckDatabase(try SQLiteBackend.inMemory(), versions) }

  // MARK: Samples

  private func checkSamples() async throws -> CheckReport {
    var report = CheckReport()
    var chain = ChainCheck(versions, try empty(), sampleCount: request.rows, seed: seed)
    var kills = KillCheck(versions, request)
    for (index, version) in versions.enumerated() {
      var line = CheckReport.Line(version: version.label)
      if let function = version.functions.first {
        line.note = "calls '\(function)', which only the program has: not checked"
      } else if version.hasOwnSQL {
        try await structure.check(from: versions[index - 1], to: version)
        do {
          try await chain.advance(withOwnSQLTo: version, &line)
          line.note = "has own SQL: its values are not compared"
        } catch StoreError.migrationFailed(_, _, let reason) {
          line.note = "has own SQL, and stops for sample rows: \(reason)"
          try await chain.create(version, in: try empty())
        }
        try await structure.compare(chain.state(at: version).database, version)
      } else if index > 0 {
        let old = versions[index - 1]
        try await structure.check(from: old, to: version)
        line.kills = try await chain.advance(from: old, to: version, &line) { step in try await kills.check(step) } ?? 0
        try await structure.compare(chain.state(at: version).database, version)
      }
      if index == 0 || !version.functions.isEmpty { try await chain.create(version, in: try empty()) }
      try await chain.addSamples(to: version)
      for program in versions[..<index] where program.number >= version.version.compatibleFrom {
        try await ProgramCheck(chain.state(at: version), seed: seed).check(program)
        line.programs += 1
      }
      report.lines.append(line)
    }
    return report
  }

  // MARK: A file

  /// Brings a copy of a database to the newest version.
  private func check(_ path: String) async throws -> [CheckReport.Line] {
    let copy = try ScratchDatabase(copying: path)
    defer { copy.remove() }
    let database = CheckDatabase(try SQLiteBackend(path: copy.path), versions)
    let number = try await database.number()
    guard let number, versions.indices.contains(number - 1) else {
      throw DatabaseFault(
        .database, "'\(path)' is at none of the versions", help: "'igata migrate status' says what it is",
        status: .negative)
    }
    var chain = ChainCheck(versions, database, sampleCount: 0, seed: seed)
    try await chain.read(versions[number - 1])
    var lines: [CheckReport.Line] = []
    for version in versions[number...] {
      var line = CheckReport.Line(version: "\(version.label) of the file")
      if let function = version.functions.first {
        line.note = "calls '\(function)', which only the program has: the file was not brought further"
        return lines + [line]
      }
      if version.hasOwnSQL {
        try await chain.advance(withOwnSQLTo: version, &line)
        line.note = "has own SQL: its values are not compared"
      } else {
        _ = try await chain.advance(from: versions[version.number - 2], to: version, &line, mayStop: false)
      }
      lines.append(line)
    }
    return lines
  }
}
#endif
