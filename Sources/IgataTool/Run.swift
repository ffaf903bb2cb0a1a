/// Runs the command.
///
/// - Parameter arguments: The command line without the name of the program.
/// - Returns: The exit status of the process.
public func run(_ arguments: [String]) -> Int32 {
  Process.prepare()
  var console = Console()
  var status = perform(arguments, &console)
  do {
    // There is no report for an invalid command line, not even an empty one.
    if status != .usage { console.finishReport() }
    try console.finish()
  } catch {
    status = report(error, console, path: [])
  }
  return status.rawValue
}

private func perform(_ arguments: [String], _ console: inout Console) -> ExitStatus {
  let command: Command
  let invocation: Invocation
  do {
    (command, invocation) = try parseArguments(arguments)
  } catch {
    return report(Failure(.usage, error.message), console, path: error.path)
  }
  console.prepareReport(command, invocation)
  do {
    return try command.run(invocation, &console)
  } catch {
    return report(error, console, path: invocation.path)
  }
}

private func report(_ failure: Failure, _ console: Console, path: [String]) -> ExitStatus {
  for message in failure.messages { console.complain(message) }
  if failure.status == .usage { console.say(HelpText.hint(for: path)) }
  return failure.status
}
