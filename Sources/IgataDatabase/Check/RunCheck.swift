import Foundation
internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
package import IgataTool

/// Proves the versions of a schema, on SQLite in memory, and in a PostgreSQL database if there is one.
func runCheck(_ request: CheckRequest) async -> ExitStatus {
  await untilStopped({}) { () async throws(DatabaseFault) in
    let seed = request.seed ?? UInt64.random(in: 0...999_999)
    do {
      let report = try await check(request, seed: seed)
      try? FileHandle.standardOutput.write(contentsOf: Data(report.text.utf8))
      return .success
    } catch let difference as CheckDifference {
      throw difference.fault(seed: seed)
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      throw DatabaseFault(.database, "\(error)", help: "fix that and run the same command again", status: .negative)
    }
  }
}

/// The first difference that a check finds; `nil` if there is none.
package func firstDifference(_ request: CheckRequest) async throws -> String? {
  do {
    _ = try await check(request, seed: request.seed ?? 0)
    return nil
  } catch let difference as CheckDifference {
    return difference.message
  }
}

private func check(_ request: CheckRequest, seed: UInt64) async throws -> CheckReport {
  var report = CheckReport()
  if let versions = request.versions["sqlite"] {
    #if SQLite || canImport(SQLite3)
    let check = Check(versions, request, SQLiteEngine(), seed: seed)
    report.lines += try await check.samples()
    if let file = request.file { report.lines += try await check.file(file) }
    #else
    throw Endpoint.withoutSQLite
    #endif
  } else if request.file != nil {
    throw DatabaseFault(
      .request, "'--file' brings a SQLite database forward, and the versions have no scripts for SQLite",
      help: "leave it out")
  }
  if let versions = request.versions["postgresql"], let url = request.server {
    #if PostgreSQL
    let engine = try await PostgreSQLEngine(url)
    do {
      report.lines += try await Check(versions, request, engine, seed: seed).samples()
    } catch {
      try? await engine.removeSchemas()
      throw error
    }
    try await engine.removeSchemas()
    #else
    throw DatabaseFault(
      .request, "this igata-database was built without PostgreSQL",
      help: "build it with '--traits SQLite,PostgreSQL'")
    #endif
  }
  return report
}

/// The proof of a chain of versions.
struct Check {
  /// The versions without objects of their author: rows are proved without those.
  private let versions: [CheckedVersion]
  private let wholeVersions: [CheckedVersion]
  private let request: CheckRequest
  private let engine: any CheckEngine
  private let seed: UInt64
  /// The structure without objects of the author, and with them.
  private let structure: StructureCheck
  private let wholeStructure: StructureCheck

  init(_ versions: [CheckRequest.Version], _ request: CheckRequest, _ engine: any CheckEngine, seed: UInt64) {
    let wholeVersions = versions.map { CheckedVersion($0) }
    let versions = wholeVersions.map(\.withoutObjects)
    (self.versions, self.wholeVersions) = (versions, wholeVersions)
    self.request = request
    self.engine = engine
    self.seed = seed
    structure = StructureCheck {
      CheckDatabase(backend: try await engine.emptyBackend(), engine: engine, versions: versions)
    }
    wholeStructure = StructureCheck {
      CheckDatabase(backend: try await engine.emptyBackend(), engine: engine, versions: wholeVersions)
    }
  }

  // MARK: Samples

  func samples() async throws -> [CheckReport.Line] {
    var lines: [CheckReport.Line] = []
    var chain = ChainCheck(versions, try await structure.empty(), sampleCount: request.rows, seed: seed)
    let kills = KillCheck(engine: engine, versions: versions, request: request)
    for (index, version) in versions.enumerated() {
      var line = CheckReport.Line(version: version.label + engine.label)
      let hasObjects = wholeVersions[...index].contains { !$0.version.objects.isEmpty }
      if hasObjects, index > 0, version.functions.isEmpty {
        try await wholeStructure.check(from: wholeVersions[index - 1], to: wholeVersions[index])
      }
      if let function = version.functions.first {
        line.note = "calls '\(function)', which only the program has: not checked"
      } else if version.hasOwnSQL, index > 0 {
        try await structure.check(from: versions[index - 1], to: version)
        do {
          try await chain.advance(withOwnSQLTo: version, &line)
          line.note = "has own SQL: its values are not compared"
        } catch StoreError.migrationFailed(_, _, let reason) {
          line.note = "has own SQL, and stops for sample rows: \(reason)"
          try await chain.create(version, in: try await structure.empty())
        }
        try await structure.compare(chain.state(at: version).database, version)
      } else if index > 0 {
        let old = versions[index - 1]
        try await structure.check(from: old, to: version)
        line.kills = try await chain.advance(from: old, to: version, &line, mayStop: version.mayStop) { step in
          // A process carries out the objects, too, which can refuse the rows.
          hasObjects ? 0 : try await kills.check(step)
        } ?? 0
        try await structure.compare(chain.state(at: version).database, version)
      }
      if index == 0 || !version.functions.isEmpty {
        try await chain.create(version, in: try await structure.empty())
      }
      try await chain.addSamples(to: version)
      for program in versions[..<index] where program.number >= version.version.compatibleFrom {
        try await ProgramCheck(state: chain.state(at: version), seed: seed).check(program)
        line.programs += 1
      }
      lines.append(line)
    }
    return lines
  }

  #if SQLite || canImport(SQLite3)
  // MARK: A file

  /// Brings a copy of a database to the newest version.
  func file(_ path: String) async throws -> [CheckReport.Line] {
    let copy = try ScratchFile(copying: path)
    defer { copy.remove() }
    let database = CheckDatabase(backend: try copy.open(), engine: engine, versions: wholeVersions)
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
  #endif
}
