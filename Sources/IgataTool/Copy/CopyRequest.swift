import IgataSchema
import IgataTables

/// The request of `igata copy` for the program that copies the rows.
package struct CopyRequest: Sendable {
  /// The database to copy from: a path or a URL.
  package let source: String
  /// The database to copy to: a path or a URL.
  package let target: String
  package let tables: [ModelTable]
  /// The number of rows that are written at a time.
  package let batch: Int
}

/// The end of a run that has nothing to copy. Everything has been reported.
package struct CopyEnd: Error {
  /// The exit status of the process.
  package let status: Int32
}

/// Parses the command line of `igata-copy`, which is the same as that of `igata copy`, and reads the schema.
package func copyRequest(_ arguments: [String]) throws(CopyEnd) -> CopyRequest {
  Process.prepare()
  var console = Console()
  do throws(Failure) {
    let (command, invocation) = try readArguments(arguments)
    guard invocation.path == [Command.copy.name] else {
      let status = try command.run(invocation, &console)
      try console.finish()
      throw Failure(status)
    }
    console.prepareReport(command, invocation)
    let inputs = try Inputs.read(invocation.parts(.copySchema) ?? [], console)
    guard let batch = Int(invocation.text(.batch) ?? "5000"), batch > 0, batch <= 1_000_000 else {
      throw Failure(.usage, "option '--batch' must be a number from 1 to 1000000")
    }
    let schema = try inputs.resolved(console)
    console.finishReport()
    try console.finish()
    return CopyRequest(
      source: invocation.operands[0], target: invocation.operands[1],
      tables: schema.tables, batch: batch)
  } catch {
    for message in error.messages { console.complain(message) }
    if error.status == .usage {
      console.say(HelpText.hint(for: [Command.copy.name]))
    } else {
      console.finishReport()
      try? console.finish()
    }
    throw CopyEnd(status: error.status.rawValue)
  }
}

private func readArguments(_ arguments: [String]) throws(Failure) -> Request {
  do {
    return try parseArguments([Command.copy.name] + arguments)
  } catch {
    throw Failure(.usage, error.message)
  }
}
