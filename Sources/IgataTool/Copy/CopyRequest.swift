import IgataSchema
import IgataTables

/// What `igata copy` is asked to do, for the program that moves the rows.
package struct CopyRequest: Sendable {
  /// Where the rows are: a path or a URL.
  package let source: String
  /// Where they are to be.
  package let target: String
  package let tables: [ModelTable]
  /// How many rows are written at once.
  package let batch: Int
}

/// That there is nothing to copy: the run is over, and has said all that there is to say.
package struct CopyEnd: Error {
  /// The exit status of the process.
  package let status: Int32
}

/// Reads the command line of `igata-copy`, which is that of `igata copy`, and the schema that it names.
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
      throw Failure(.usage, "option '--batch' can't be that; it is a number from 1 to 1000000")
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
