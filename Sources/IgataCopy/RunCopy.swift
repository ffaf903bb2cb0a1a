import Foundation
internal import IgataTool

/// Runs `igata-copy`.
///
/// - Parameter arguments: The command line without the name of the program.
/// - Returns: The exit status of the process.
public func runCopy(_ arguments: [String]) async -> Int32 {
  let request: CopyRequest
  do {
    request = try copyRequest(arguments)
  } catch {
    return error.status
  }
  let display = CopyDisplay(isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1)
  // The database rolls back the open transaction, and the table igata_copy has the progress.
  let stops = StopSignals {
    display.end()
    CopyDisplay.print("igata: stopped; run the same command to continue\n")
  }
  defer { stops.cancel() }
  do {
    let rows = try await copy(request, display)
    display.end()
    CopyDisplay.print("igata: \(rows) rows are the same on both sides\n")
    return 0
  } catch {
    display.end()
    CopyDisplay.print("igata: error: \(error.message)\nigata: \(error.help)\n")
    return error.status
  }
}

private func copy(_ request: CopyRequest, _ display: CopyDisplay) async throws(CopyFault) -> Int {
  let source = try Endpoint(request.source)
  let target = try Endpoint(request.target)
  if source.isSame(as: target) {
    throw CopyFault(.request, "FROM and TO are the same database", help: "use two different databases")
  }
  return try await DatabaseCopy(
    from: try source.backend(isSource: true), to: try target.backend(isSource: false), request.tables,
    batch: request.batch, report: display.show
  ).run()
}
