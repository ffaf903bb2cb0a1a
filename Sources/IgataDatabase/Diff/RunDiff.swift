@_spi(Backend) internal import IgataRuntime
internal import IgataTool

/// Compares schemas, with the versions of databases in place of these.
func runDiff(_ request: DiffRequest) async -> ExitStatus {
  await untilStopped({}) { () async throws(DatabaseFault) in
    var operands: [String] = []
    for operand in request.operands {
      operands.append(request.isDatabase(operand) ? try await version(of: operand, request) : operand)
    }
    return request.run(operands)
  }
}

/// The number of the version that a database is at.
private func version(of operand: String, _ request: DiffRequest) async throws(DatabaseFault) -> String {
  let endpoint = try Endpoint(operand)
  let versions = (request.versions[endpoint.dialect] ?? []).map { SchemaVersion($0) }
  guard !versions.isEmpty else { throw .withoutScripts(endpoint.dialect) }
  let backend = try endpoint.versioned(for: .reading)
  let status = try await atDatabase { () async throws(StoreError) in try await backend.status(of: versions) }
  let report = StatusReport(status, versions)
  guard let number = report.number, number > 0 else {
    throw DatabaseFault(
      .database, "\(endpoint) is at no version that is sealed here: \(report.state)",
      help: "'igata migrate status' shows what the database has", status: .negative)
  }
  say("igata: \(endpoint) is at version \(versions[number - 1].label)\n")
  if !status.differences.isEmpty {
    say("igata: it differs from that version; 'igata migrate status' shows how\n")
  }
  return "\(number)"
}
