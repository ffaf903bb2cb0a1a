extension Command {
  static let help = Command(
    name: "help", purpose: "describe a command and its options",
    operands: Operands(label: "[COMMAND]", count: 0...2), notes: "'igata COMMAND --help' is the same.",
    run: runHelp)
}

private func runHelp(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  var commands = Command.all
  var path: [String] = []
  var found: Command?
  for name in invocation.operands {
    do {
      let command = try findCommand(name, among: commands, path: path)
      (found, commands) = (command, command.parts)
    } catch {
      throw Failure(.usage, error.message)
    }
    path.append(name)
  }
  console.write(found.map { HelpText.page($0, path: path) } ?? HelpText.overview)
  return .success
}
