import Foundation
internal import IgataTool

/// Copies the rows of one database to another.
func runCopy(_ request: CopyRequest) async -> ExitStatus {
  let display = CopyDisplay(isTerminal: ProgressBar.isOnTerminal)
  // The database rolls back the open transaction, and the table igata_copy has the progress.
  return await untilStopped(display.end) { () async throws(DatabaseFault) in
    let source = try Endpoint(request.source)
    let target = try Endpoint(request.target)
    if source.isSame(as: target) {
      throw DatabaseFault(.request, "FROM and TO are the same database", help: "use two different databases")
    }
    let tables = try request.sourceTables.map { tables throws(DatabaseFault) in
      try CopiedTable.all(request.tables, from: tables)
    }
    let rows = try await DatabaseCopy(
      from: try source.backend(.source, for: .reading), to: try target.backend(.target, for: .creating),
      tables ?? CopiedTable.all(request.tables), batch: request.batch, report: display.show
    ).run()
    display.end()
    say("igata: \(rows) rows are the same on both sides\n")
    return .success
  }
}
